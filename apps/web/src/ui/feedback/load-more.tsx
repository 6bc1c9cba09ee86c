import { useEffect, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { Button } from '../button.tsx';

/** The end of a list with more entries: loads them as it comes into view. */
export function LoadMore({
  loading,
  failed,
  onMore,
}: {
  readonly loading: boolean;
  readonly failed: boolean;
  readonly onMore: () => void;
}) {
  const edge = useRef<HTMLDivElement>(null);
  const waits = !loading && !failed;
  useEffect(() => {
    if (!edge.current || !waits) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onMore());
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [waits, onMore]);
  return (
    <div role="status" className="relative px-2.5 py-3 text-sm text-ink-3">
      <div ref={edge} aria-hidden className="pointer-events-none absolute inset-x-0 -top-96 bottom-0" />
      {failed ? (
        <Button size="small" onClick={onMore}>
          {t('common.tryAgain')}
        </Button>
      ) : (
        t('common.loading')
      )}
    </div>
  );
}
