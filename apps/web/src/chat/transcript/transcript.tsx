import type { MessagePage } from '@jarvis/contract';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ArrowDown } from '~icons';
import { onLeaving } from '../../data/browser/on-leaving.ts';
import { useEdits } from '../../drafts/edits.ts';
import { t } from '../../i18n/translate.ts';
import { ConnectHint, useConnectHint } from '../connect-hint.tsx';
import { sendMessage } from '../replies/send-turn.ts';
import { useReplies } from '../replies/store.ts';
import { loadEarlier, loadLater } from '../replies/transcript-data.ts';
import { isGoingOn, type Turn } from '../replies/turn.ts';
import { useTurnFiles } from '../replies/use-turn-files.ts';
import { EditMessage } from './message/edit-message.tsx';
import { PersonFrame, PersonMessage } from './message/message.tsx';
import { useVersions } from './message/version-arrows.tsx';
import { Printed } from './printed.tsx';
import { Reply } from './reply/reply.tsx';
import { keepPosition, type ScrollPosition } from './scroll-position.ts';
import { estimateHeight, itemsOf, type TranscriptItem } from './transcript-items.ts';
import { FailedTurn, QueuedTurn } from './unanswered-turn.tsx';

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
/** Holds a message's actions, which a finger hits at 44 px. */
const rowGapPx = matchMedia('(pointer: coarse)').matches ? 40 : 32;
const nearEndPx = 120;
const loadEarlierPx = 1_500;

interface TranscriptProps {
  /** Null for a new conversation. */
  readonly conversationId: string | null;
  readonly page: MessagePage | undefined;
  /** The message around which the page was read; null if it began at the latest. */
  readonly around?: string | null;
  readonly turns: readonly Turn[];
  /** The message of a search result. */
  readonly markedId?: string | null;
  /** The person's last scroll position. */
  readonly start?: ScrollPosition | null;
  /** Goes to the latest messages if they are not loaded. */
  readonly onLatest?: () => void;
}

/**
 * The messages of a conversation and its unstored turns. Only visible rows are rendered; the view stays at the end if
 * it was there, and keeps its position while earlier messages load.
 */
export default function Transcript(props: TranscriptProps) {
  const { conversationId, page, around = null, turns, markedId = null, start, onLatest } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const hint = useConnectHint();
  const hinted = hint !== undefined;
  const versions = useVersions(page);
  useTurnFiles(turns);
  const busy = turns.some(isGoingOn);
  const { edits, onEdited } = useEdits(conversationId);
  const drawn = useReplies((state) => state.drawn);
  const items = useMemo(
    () => itemsOf(page, turns, hinted, edits, drawn),
    [page, turns, hinted, edits, drawn],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    estimateSize: useCallback((index: number) => estimateHeight(items[index]), [items]),
    // An edited message stays rendered outside the view: it may have the focus, and its field the undo history.
    rangeExtractor: useCallback((range: Range) => withEdited(range, items), [items]),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEndPx,
    overscan: 4,
    gap: rowGapPx,
    paddingStart: 24,
    paddingEnd: 32,
    scrollPaddingStart: -(start?.abovePx ?? 0),
  });
  const [atEnd, setAtEnd] = useState(true);
  const loading = useRef(false);

  const opened = useRef(false);
  // Opens at the end, at a search result, or at the last position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has been opened
  useLayoutEffect(() => {
    const index = items.findIndex((item) => idOf(item) === (markedId ?? start?.messageId ?? null));
    if (index >= 0) {
      setAtEnd(false);
      virtualizer.scrollToIndex(index, { align: markedId ? 'center' : 'start' });
    } else if (!opened.current) virtualizer.scrollToEnd();
    opened.current = true;
  }, [markedId, page === undefined]);

  const lastTop = useRef(0);
  const position = useRef<ScrollPosition | null>(start ?? null);
  useEffect(() => {
    if (conversationId === null) return;
    return onLeaving(() => keepPosition(conversationId, position.current));
  }, [conversationId]);

  // The person's new message is shown, wherever they were.
  const turnKey = turns.findLast(({ own }) => own)?.key;
  const shownTurn = useRef(turnKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn
  useEffect(() => {
    if (turnKey && turnKey !== shownTurn.current) virtualizer.scrollToEnd();
    shownTurn.current = turnKey;
  }, [turnKey]);

  const look = () => {
    const element = scroller.current;
    if (!element) return;
    // By the measured rows: the view follows a row that has just grown once it is measured.
    const fromEnd = virtualizer.getTotalSize() - element.scrollTop - element.clientHeight;
    // Only a scroll upwards leaves the end: the view follows a row that grows, but up to a frame later.
    const isUpwards = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    setAtEnd((was) => fromEnd < nearEndPx || (was && !isUpwards));
    const row = virtualizer.getVirtualItemForOffset(element.scrollTop);
    const messageId = row && idOf(items[row.index]);
    if (fromEnd < nearEndPx && !page?.later) position.current = null;
    else if (messageId) position.current = { messageId, abovePx: Math.round(element.scrollTop - row.start) };
    const load =
      element.scrollTop < loadEarlierPx && page?.earlier
        ? loadEarlier
        : fromEnd < loadEarlierPx && page?.later
          ? loadLater
          : undefined;
    if (!load || conversationId === null || loading.current) return;
    loading.current = true;
    void load(conversationId, around)
      // The next scroll tries again.
      .catch(() => undefined)
      .finally(() => {
        loading.current = false;
      });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a short page may leave room for more at once
  useEffect(look, [items]);

  // The composer grows and a phone's keyboard opens: the end stays in view. A larger window may bring it into view.
  const resized = useRef(look);
  resized.current = atEnd ? () => virtualizer.scrollToEnd() : look;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => resized.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const lastStored = items.findLast(({ kind }) => kind === 'message' || kind === 'edit')?.key;

  function shown(item: TranscriptItem): ReactNode {
    switch (item.kind) {
      case 'message': {
        const { message } = item;
        const shared = { message, marked: message.id === markedId, versions: versions.get(message.id), busy };
        return message.role === 'user' ? (
          <PersonMessage {...shared} conversationId={conversationId ?? ''} onEdited={onEdited} />
        ) : (
          <Reply
            {...shared}
            conversationId={conversationId ?? ''}
            last={item.key === lastStored && turns.length === 0}
          />
        );
      }
      case 'edit':
        return (
          <EditMessage
            text={item.text}
            files={item.message?.files}
            isNew={item.text === item.message?.content}
            isReplaced={item.message === undefined}
            busy={busy}
            onChange={(text) => onEdited(item.messageId, text, item.message?.content)}
            onCancel={() => onEdited(item.messageId, undefined)}
            onSend={(text, files) => {
              const replaces = { messageId: item.messageId, reply: false };
              const isSent = sendMessage(conversationId ?? '', text, files, replaces);
              if (isSent) onEdited(item.messageId, undefined);
              return isSent;
            }}
          />
        );
      case 'sent':
        return (
          <PersonFrame dimmed={!isGoingOn(item.turn)} files={item.turn.files}>
            {item.turn.text}
          </PersonFrame>
        );
      case 'reply':
        return <Reply turn={item.turn} conversationId={conversationId ?? ''} busy={busy} />;
      case 'failed':
        return <FailedTurn turn={item.turn} busy={busy} />;
      case 'queued':
        return <QueuedTurn turn={item.turn} />;
      case 'hint':
        return hint && <ConnectHint hint={hint} />;
    }
  }

  return (
    <div className="relative h-full on-paper">
      <Printed page={page} turns={turns} draw={(item) => <Fragment key={item.key}>{shown(item)}</Fragment>} />
      <section
        ref={scroller}
        onScroll={look}
        aria-label={t('chat.transcript')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain print:hidden [overflow-anchor:none] scroll-thin focus-visible:-outline-offset-2"
      >
        <div className="relative mx-auto w-full max-w-3xl" style={{ height: virtualizer.getTotalSize() }}>
          {page?.earlier && (
            <p
              role="status"
              className="absolute inset-x-0 top-1 animate-breathe text-center text-xs text-ink-3"
            >
              {t('chat.earlier')}
            </p>
          )}
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index];
            if (!item) return null;
            return (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                className="absolute inset-x-0 top-0 px-5 sm:px-8"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {shown(item)}
              </div>
            );
          })}
        </div>
      </section>
      {(!atEnd || page?.later) && (
        <button
          type="button"
          onClick={() =>
            page?.later
              ? onLatest?.()
              : virtualizer.scrollToEnd({ behavior: lessMotion.matches ? 'auto' : 'smooth' })
          }
          className="tap absolute bottom-3 print:hidden left-1/2 flex h-9 -translate-x-1/2 animate-appear items-center gap-1.5 rounded-full border border-line bg-raised ps-3 pe-4 text-sm font-medium whitespace-nowrap shadow-high hover:border-line-strong"
        >
          <ArrowDown className="size-4" /> {t('chat.latest')}
        </button>
      )}
    </div>
  );
}

/** The id of a shown message; undefined for an unstored turn. */
const idOf = (item: TranscriptItem | undefined) =>
  item?.kind === 'message' ? item.message.id : item?.kind === 'edit' ? item.messageId : undefined;

function withEdited(range: Range, items: readonly TranscriptItem[]): number[] {
  const drawn = defaultRangeExtractor(range);
  const edited = items.flatMap(({ kind }, index) => (kind === 'edit' ? [index] : []));
  if (edited.length === 0) return drawn;
  return [...new Set([...drawn, ...edited])].sort((a, b) => a - b);
}
