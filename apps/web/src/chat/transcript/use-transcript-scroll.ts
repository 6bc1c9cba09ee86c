import type { MessagePage } from '@jarvis/contract';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onLeaving } from '../../data/browser/on-leaving.ts';
import { loadEarlier, loadLater } from '../replies/transcript-data.ts';
import type { Turn } from '../replies/turn.ts';
import { keepPosition, type ScrollPosition } from './scroll-position.ts';
import { estimateHeight, type TranscriptItem } from './transcript-items.ts';

const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** Holds a message's actions, which a finger hits at 44 px. */
const rowGapPx = remPx * (matchMedia('(pointer: coarse)').matches ? 2.5 : 2);
const nearEndPx = 120;
const loadEarlierPx = 1_500;
/** A search result is shown from its beginning, however long it is, below the end of the message before it. */
const aboveResultPx = 96;

export interface ScrolledTranscript {
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
}

/**
 * The rows that a transcript renders, and where it is scrolled to: the view stays at the end if it was there, and
 * keeps its position while earlier messages load. `look` is for each scroll.
 */
export function useTranscriptScroll(
  { conversationId, page, around = null, turns, markedId = null, start }: ScrolledTranscript,
  items: readonly TranscriptItem[],
) {
  const scroller = useRef<HTMLDivElement>(null);
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
    scrollPaddingStart: markedId ? aboveResultPx : -(start?.abovePx ?? 0),
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
      virtualizer.scrollToIndex(index, { align: 'start' });
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

  return { scroller, virtualizer, atEnd, look };
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
