import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { conversationPages, hasOne, loadedPages, setView } from '../../data/conversations.ts';
import { partOf } from '../../routing/addresses.ts';
import { LoadMore } from '../../ui/feedback/load-more.tsx';

/** Its state without its rows: they are rendered by the list, whenever they change. */
const state = { ...conversationPages, select: () => null, refetchOnMount: false } as const;

/** The end of a list of several pages: reads those that come into view, if they are not loaded, or are old. */
export default function LongList({ list }: { list: RefObject<HTMLElement | null> }) {
  const query = useInfiniteQuery(state);
  const { isFetching, isError, refetch } = query;
  useEffect(() => {
    setView(() => idsInView(list.current));
    if (isFetching || isError) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAtRest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => isOldInView(list.current) && refetch(), restMs);
    };
    readAtRest();
    // On a low screen, the list is scrolled with the whole sidebar.
    document.addEventListener('scroll', readAtRest, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('scroll', readAtRest, { capture: true });
    };
  }, [list, isFetching, isError, refetch]);
  return <LoadMore query={query} />;
}

/** A row is 36 pixels high. */
const stepPx = 30;
/** At a scroll event, the rows that it brings into view are not laid out yet. */
const restMs = 100;

/** Whether a conversation on the screen has to be read again. */
function isOldInView(list: HTMLElement | null): boolean {
  const old = loadedPages().filter(({ isOld }) => isOld);
  if (old.length === 0) return false;
  const ids = idsInView(list);
  return old.some((page) => hasOne(page, ids));
}

function idsInView(list: HTMLElement | null): Set<string> {
  const ids = new Set<string>();
  const { left, width, top, bottom } = list?.getBoundingClientRect() ?? new DOMRect();
  // By points: there may be thousands of rows, of which the browser has laid out few.
  for (let y = Math.max(top, 0); y < Math.min(bottom, innerHeight); y += stepPx) {
    for (const element of document.elementsFromPoint(left + width / 2, y)) {
      if (element instanceof HTMLAnchorElement) ids.add(partOf(element.pathname));
    }
  }
  return ids;
}
