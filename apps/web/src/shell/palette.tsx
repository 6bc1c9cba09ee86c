import { limits } from '@jarvis/contract/limits';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Brain,
  Globe,
  Keyboard,
  KeyRound,
  ListTodo,
  LogOut,
  type LucideIcon,
  MessageCircleDashed,
  MessageSquareText,
  MonitorSmartphone,
  Plug,
  Search,
  SquarePen,
  SunMoon,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { plainText } from '../chat/plain-text.ts';
import { newPlace, type TurnState, useTurnStates } from '../chat/turn-store.ts';
import { rpc, trpc } from '../data/client.ts';
import { nextCursor, onceEach, useConversations } from '../data/conversations.ts';
import type { SearchHit } from '../data/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../ui/classes.ts';
import { command } from '../ui/commands.ts';
import { usePendingDeletions } from '../ui/deletions.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { chooseTheme } from '../ui/theme.ts';
import { useWhen } from '../ui/when.tsx';
import { markHits } from './mark-hits.ts';
import { TurnMark } from './turn-mark.tsx';
import { useSignOut } from './use-sign-out.ts';

interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** Another name that people look for it by. */
  readonly also?: string;
}

interface Found extends Action {
  readonly hit: SearchHit;
  /** A reply is going on in it, or failed. */
  readonly state: TurnState['state'] | undefined;
}

/** One field for everything: conversations by what was said in them, and what can be done in the app. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const when = useWhen();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  /** A row was chosen by its arrows since the last letter. */
  const [moved, setMoved] = useState(false);
  /** Enter was pressed while what stands there was still being searched for. */
  const [entered, setEntered] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const wantedQ = [...text.trim()].slice(0, 80).join('');
  const q = useDeferredValue(wantedQ);
  const deleted = usePendingDeletions('conversations');

  const { conversations } = useConversations();
  const search = useInfiniteQuery({
    queryKey: [...trpc.conversations.search.pathKey(), 'pages', q],
    queryFn: ({ pageParam, signal }) =>
      rpc.conversations.search.query({ q, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ hits: page }) => nextCursor(page, limits.searchHitsMax),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

  const connections = useQuery(trpc.setup.connections.queryOptions(undefined, { staleTime: 600_000 }));

  const close = (then: () => void) => () => {
    onClose();
    then();
  };
  const go = (
    to:
      | '/'
      | '/temporary'
      | '/tasks'
      | '/memories'
      | '/lookups'
      | '/keys'
      | '/account'
      | '/sessions'
      | '/connections'
      | '/accounts',
  ) => close(() => void navigate({ to }));
  const dark = document.documentElement.dataset.theme === 'dark';
  const actions: Action[] = [
    { id: 'new', label: t('nav.newChat'), icon: SquarePen, run: go('/') },
    { id: 'temporary', label: t('temporary.title'), icon: MessageCircleDashed, run: go('/temporary') },
    { id: 'tasks', label: t('nav.tasks'), icon: ListTodo, run: go('/tasks') },
    { id: 'memories', label: t('nav.memories'), icon: Brain, run: go('/memories') },
    { id: 'lookups', label: t('nav.lookups'), icon: Globe, run: go('/lookups') },
    { id: 'account', label: t('nav.account'), also: t('nav.settings'), icon: UserRound, run: go('/account') },
    { id: 'keys', label: t('nav.keys'), icon: KeyRound, run: go('/keys') },
    { id: 'sessions', label: t('nav.sessions'), icon: MonitorSmartphone, run: go('/sessions') },
    {
      id: 'connections',
      label: t('nav.connections'),
      also: t('nav.settings'),
      icon: Plug,
      run: go('/connections'),
    },
    ...(connections.data?.operator
      ? [{ id: 'accounts', label: t('nav.accounts'), icon: UsersRound, run: go('/accounts') }]
      : []),
    {
      id: 'theme',
      label: t(dark ? 'nav.toLight' : 'nav.toDark'),
      also: t('nav.theme'),
      icon: SunMoon,
      run: close(() => chooseTheme(dark ? 'light' : 'dark')),
    },
    { id: 'help', label: t('nav.shortcuts'), icon: Keyboard, run: close(() => command('openHelp')) },
    { id: 'signOut', label: t('nav.signOut'), icon: LogOut, run: close(signOut) },
  ];
  const wanted = text.trim().toLocaleLowerCase();
  const shownActions = wanted
    ? actions.filter(({ label, also = '' }) => `${label}\n${also}`.toLocaleLowerCase().includes(wanted))
    : actions.slice(0, 1);
  const hits: SearchHit[] = (
    q === ''
      ? (conversations?.slice(0, 8).map((each) => ({ ...each, messageId: null, excerpt: null })) ?? [])
      : onceEach(search.data?.pages.flatMap((page) => page.hits) ?? [])
  ).filter((hit) => !deleted.has(hit.id));
  const states = useTurnStates();
  const listed = new Set(conversations?.map(({ id }) => id));
  const unlisted: SearchHit[] = [...states.values()]
    .filter(({ place, title }) => !listed.has(place) && title.toLocaleLowerCase().includes(wanted))
    .map(({ place, title, startedAt }) => {
      const at = new Date(startedAt).toISOString();
      return { id: place, title, createdAt: at, updatedAt: at, messageId: null, excerpt: null };
    });
  const found: Found[] = [...unlisted, ...hits].map((hit) => ({
    id: hit.id,
    label: hit.title,
    icon: MessageSquareText,
    hit,
    state: states.get(hit.id)?.state,
    run: close(() =>
      hit.id === newPlace
        ? void navigate({ to: '/' })
        : void navigate({
            to: '/c/$conversationId',
            params: { conversationId: hit.id },
            search: hit.messageId ? { m: hit.messageId } : {},
          }),
    ),
  }));
  const rows: (Action | Found)[] = [...found, ...shownActions];
  const chosen = Math.min(active, rows.length - 1);

  const known = q === wantedQ && (q === '' || (!search.isLoading && !search.isPlaceholderData));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what is waited for is there
  useEffect(() => {
    if (!entered || !known) return;
    setEntered(false);
    rows[0]?.run();
  }, [entered, known]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search begins at its first result
  useEffect(() => setActive(0), [q]);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setMoved(true);
      setEntered(false);
      setActive((chosen + (event.key === 'ArrowDown' ? 1 : -1) + rows.length) % Math.max(rows.length, 1));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (known || moved) rows[chosen]?.run();
      else setEntered(true);
    }
  }

  const rowProps = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option',
    'data-row': index,
    tabIndex: -1,
    'aria-selected': index === chosen,
    onPointerMove: () => setActive(index),
    onClick: () => rows[index]?.run(),
    className: cx(
      'flex w-full cursor-pointer items-start gap-3 rounded-xl px-3 py-2.5 text-start',
      index === chosen && 'bg-accent-soft',
    ),
  });

  const settled = q === '' || (!search.isFetching && !search.isError);
  return (
    <Dialog open onOpenChange={onClose} wide titleHidden bare title={t('palette.title')}>
      <div className="flex items-center gap-3 border-b border-line px-5">
        <Search className="size-5 shrink-0 text-ink-3" aria-hidden />
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
            setMoved(false);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
          className="h-14 w-full bg-transparent text-base outline-none"
        />
      </div>
      <div ref={list} className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2 scroll-thin">
        <div id={listId} role="listbox" aria-label={t('palette.title')}>
          {found.length > 0 && (
            <div role="group" aria-label={t(q === '' ? 'palette.recent' : 'palette.results')}>
              <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
                {t(q === '' ? 'palette.recent' : 'palette.results')}
              </p>
              {found.map((row, index) => (
                <div key={row.id} {...rowProps(index)}>
                  {row.state ? (
                    <TurnMark state={row.state} />
                  ) : (
                    <row.icon className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden />
                  )}
                  <span className="min-w-0 flex-1">
                    <span className="flex items-baseline gap-3">
                      <bdi className="min-w-0 flex-1 truncate font-medium">
                        <Marked text={row.label} q={q} />
                      </bdi>
                      <span className="shrink-0 text-xs text-ink-3">{when(row.hit.updatedAt)}</span>
                    </span>
                    {row.hit.excerpt && (
                      <span
                        className="mt-0.5 line-clamp-2 text-sm leading-snug text-ink-2 wrap-anywhere"
                        dir="auto"
                      >
                        <Marked text={plainText(row.hit.excerpt)} q={q} />
                      </span>
                    )}
                  </span>
                </div>
              ))}
            </div>
          )}
          {shownActions.length > 0 && (
            <div role="group" aria-label={t('palette.actions')}>
              <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
                {t('palette.actions')}
              </p>
              {shownActions.map((row, index) => (
                <div key={row.id} {...rowProps(found.length + index)}>
                  <row.icon className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden />
                  <span>{row.label}</span>
                </div>
              ))}
            </div>
          )}
        </div>
        {q !== '' && search.hasNextPage && (
          <LoadMore
            loading={search.isFetching}
            failed={search.isFetchNextPageError}
            onMore={() => void search.fetchNextPage()}
          />
        )}
        <div role="status">
          {search.isError && !search.data && q !== '' && (
            <p className="px-3 py-6 text-center text-ink-2">{t('palette.failed')}</p>
          )}
          {settled && q !== '' && rows.length === 0 && (
            <div className="px-3 py-6 text-center">
              <p className="font-medium wrap-anywhere">{t('palette.none', { q })}</p>
              <p className="mt-1 text-sm text-ink-2">{t('palette.noneText')}</p>
            </div>
          )}
          {settled && q !== '' && found.length > 0 && (
            <span className="sr-only">{t('palette.count', { count: found.length })}</span>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Marked({ text, q }: { readonly text: string; readonly q: string }) {
  if (q === '') return text;
  return markHits(text, q).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
    piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}
