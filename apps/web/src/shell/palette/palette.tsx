import type { SearchHit } from '@jarvis/contract';
import { changeCursor } from '@jarvis/contract/cursor';
import { limits } from '@jarvis/contract/limits';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { MessageSquareText, Search } from '~icons';
import { plainText } from '../../chat/markdown/plain-text.ts';
import { useTurnStates } from '../../chat/replies/store.ts';
import { conversationPages } from '../../data/conversations.ts';
import { pagedList } from '../../data/paged-list.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { newPlace } from '../../drafts/drafts.ts';
import { t } from '../../i18n/translate.ts';
import { conversationAddress } from '../../routing/addresses.ts';
import { navigate } from '../../routing/history.ts';
import { cx } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { usePendingDeletions } from '../../ui/feedback/deletions.ts';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { isComposing } from '../../ui/keyboard/is-composing.ts';
import { when } from '../../ui/when.tsx';
import { TurnMark } from '../turn-mark.tsx';
import { markHits } from './mark-hits.ts';
import { useActions } from './palette-actions.ts';

/** One field for everything: conversations by their text, and the app's actions. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const listId = useId();
  const [text, setText] = useState('');
  /** The row that the person chose, which stays chosen when others come before it; without one, the first. */
  const [active, setActive] = useState<string>();
  /** The arrows have moved the selection since the last letter. */
  const [moved, setMoved] = useState(false);
  /** Enter was pressed while the search was still running. */
  const [entered, setEntered] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { found, q, known, settled, failed, search } = useFound(text);
  const actions = useActions(text);
  const rows = [
    ...found.map(({ hit, run }) => ({ key: `conversation ${hit.id}`, run })),
    ...actions.map(({ id, run }) => ({ key: `action ${id}`, run })),
  ];
  const follow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    onClose();
    row.run();
  };
  const chosen = Math.max(
    rows.findIndex(({ key }) => key === active),
    0,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what is waited for is there
  useEffect(() => {
    if (!entered || !known) return;
    setEntered(false);
    follow(0);
  }, [entered, known]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come later do not scroll the list
  useEffect(() => {
    list.current?.querySelector(`[data-row="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setMoved(true);
      setEntered(false);
      setActive(rows.at((chosen + (event.key === 'ArrowDown' ? 1 : -1)) % rows.length)?.key);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (known || moved) follow(chosen);
      else setEntered(true);
    }
  }

  const rowProps = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'data-row': index,
    tabIndex: -1,
    'aria-selected': index === chosen,
    onPointerMove: () => setActive(rows[index]?.key),
    onClick: () => follow(index),
    className: cx(
      'flex w-full cursor-pointer items-start gap-3 rounded-xl px-3 py-2.5 text-start',
      index === chosen && 'bg-accent-soft',
    ),
  });

  return (
    <Dialog onClose={onClose} wide bare title={t('shortcuts.palette')}>
      <div className="flex items-center gap-3 border-b border-line px-5">
        <Search className="size-5 shrink-0 text-ink-3" />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={rows.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-label={t('palette.placeholder')}
          placeholder={t('palette.placeholder')}
          value={text}
          dir="auto"
          enterKeyHint="go"
          onChange={(event) => {
            setText(event.target.value);
            // A new search begins at its first result.
            setActive(undefined);
            setMoved(false);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          className="h-14 w-full bg-transparent text-base outline-none"
        />
      </div>
      <div ref={list} tabIndex={-1} className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2 scroll-thin">
        <div id={listId} role="listbox" aria-label={t('shortcuts.palette')}>
          {found.length > 0 && (
            <div role="group" aria-label={t(q === '' ? 'palette.recent' : 'nav.conversations')}>
              <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
                {t(q === '' ? 'palette.recent' : 'nav.conversations')}
              </p>
              {found.map(({ hit, state }, index) => (
                <div key={hit.id} {...rowProps(index)}>
                  {state ? (
                    <TurnMark state={state} />
                  ) : (
                    <MessageSquareText className="mt-0.5 size-4 shrink-0 text-ink-3" />
                  )}
                  <span className="min-w-0 flex-1">
                    <span className="flex flex-wrap items-baseline gap-x-3">
                      <bdi className="min-w-0 grow basis-28 truncate font-medium">
                        <Marked text={hit.title} q={q} />
                      </bdi>
                      <span className="shrink-0 text-xs text-ink-3">{when(hit.updatedAt)}</span>
                    </span>
                    {hit.excerpt && (
                      <span
                        className="mt-0.5 line-clamp-2 text-sm leading-snug text-ink-2 wrap-anywhere"
                        dir="auto"
                      >
                        <Marked text={plainText(hit.excerpt)} q={q} />
                      </span>
                    )}
                  </span>
                </div>
              ))}
            </div>
          )}
          {actions.length > 0 && (
            <div role="group" aria-label={t('palette.actions')}>
              <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
                {t('palette.actions')}
              </p>
              {actions.map(({ id, icon: Icon, label, on }, index) => (
                <div key={id} {...rowProps(found.length + index)}>
                  <Icon className="mt-0.5 size-4 shrink-0 text-ink-3" />
                  <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                    <bdi className="line-clamp-2 min-w-0 grow basis-28">{label}</bdi>
                    {on && <span className="text-sm wrap-anywhere text-ink-3">{on}</span>}
                  </span>
                </div>
              ))}
            </div>
          )}
        </div>
        {search && <LoadMore query={search} />}
        <div role="status">
          {failed && <p className="px-3 py-6 text-center text-ink-2">{t('lookups.reason.failed')}</p>}
          {settled && q !== '' && rows.length === 0 && (
            <div className="px-3 py-6 text-center">
              <p className="font-medium wrap-anywhere">{t('palette.none', { q })}</p>
              <p className="mt-1 text-sm text-ink-2">{t('palette.noneText')}</p>
            </div>
          )}
          {settled && q !== '' && found.length > 0 && (
            <span className="sr-only">{t('lookups.results', { count: found.length })}</span>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Marked({ text, q }: { text: string; q: string }) {
  if (q === '') return text;
  return markHits(text, q).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
    piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}

/** Searches the person's conversations while they type; without a text, the latest ones. Unstored ones come first. */
function useFound(text: string) {
  const wantedQ = [...text.trim()].slice(0, limits.searchCharsMax).join('');
  const q = useDeferredValue(wantedQ);
  const { data: conversations } = useInfiniteQuery(conversationPages);
  const deleted = usePendingDeletions();
  const states = useTurnStates();
  const search = useInfiniteQuery({
    ...pagedList({
      queryKey: [...trpc.conversations.search.pathKey(), 'pages', q],
      read: (input, options) => rpc.conversations.search.query({ q, ...input }, options),
      rowsOf: (page) => page.hits,
      cursorOf: changeCursor,
      size: limits.searchHitsMax,
    }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const hits: SearchHit[] = (
    q === ''
      ? (conversations?.slice(0, 8).map((each) => ({ ...each, messageId: null, excerpt: null })) ?? [])
      : (search.data ?? [])
  ).filter((hit) => !deleted.has(hit.id));
  const listed = new Set([...(conversations ?? []), ...hits].map(({ id }) => id));
  const wanted = text.trim().toLocaleLowerCase();
  const unlisted: SearchHit[] = [...states.values()]
    .filter(({ place, title }) => !listed.has(place) && title.toLocaleLowerCase().includes(wanted))
    .map(({ place, title, startedAt }) => {
      const at = new Date(startedAt).toISOString();
      return { id: place, title, createdAt: at, updatedAt: at, messageId: null, excerpt: null };
    });
  return {
    found: [...unlisted, ...hits].map((hit) => ({
      hit,
      /** Whether a reply in it is running, or failed. */
      state: states.get(hit.id)?.state,
      run: () => navigate(hit.id === newPlace ? '/' : conversationAddress(hit.id, hit.messageId)),
    })),
    /** The text that they match; it lags behind the typed text while its answer renders. */
    q,
    /** They match the current text, not an earlier one. */
    known: q === wantedQ && (q === '' || (!search.isLoading && !search.isPlaceholderData)),
    /** No search is running, and none failed. */
    settled: q === '' || (!search.isFetching && !search.isError),
    failed: q !== '' && search.isError && !search.data,
    search: q === '' ? undefined : search,
  };
}
