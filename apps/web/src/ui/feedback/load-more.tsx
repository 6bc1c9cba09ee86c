import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { Button } from '../button.tsx';

type MoreQuery = Pick<
  UseInfiniteQueryResult<unknown, unknown>,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** The end of a list with more entries: loads them as it comes into view. */
export function LoadMore({ query }: { query: MoreQuery }) {
  const { hasNextPage, isFetching, isFetchNextPageError: failed, fetchNextPage } = query;
  const edge = useRef<HTMLDivElement>(null);
  const waits = hasNextPage && !isFetching && !failed;
  useEffect(() => {
    if (!edge.current || !waits) return;
    const observer = new IntersectionObserver(
      (entries) => void (entries.at(-1)?.isIntersecting && fetchNextPage()),
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [waits, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div role="status" className="relative px-2.5 py-3 text-sm text-ink-3">
      <div ref={edge} aria-hidden className="pointer-events-none absolute inset-x-0 -top-96 bottom-0" />
      {failed ? (
        <Button size="small" onClick={() => void fetchNextPage()}>
          {t('common.tryAgain')}
        </Button>
      ) : (
        t('common.loading')
      )}
    </div>
  );
}
