import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ChevronLeft, ChevronRight, Download } from '~icons';
import { trpc } from '../../../data/service/client.ts';
import type { StoredFile } from '../../../data/types.ts';
import { t } from '../../../i18n/translate.ts';
import { buttonClasses, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { contentUrl } from '../file-kinds.ts';

interface Props {
  readonly file: Pick<StoredFile, 'id' | 'name' | 'textState'>;
  /** From 1. */
  readonly page: number;
  readonly onClose: () => void;
}

/** The text of a document as the assistant reads it, page by page. */
export default function FileTextDialog({ file: { id, name, textState }, page: first, onClose }: Props) {
  const [page, setPage] = useState(first);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.files.text.queryOptions({ id, page }, { placeholderData: keepPreviousData }),
  );
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page begins at its top
  useEffect(() => void text.current?.scrollTo({ top: 0 }), [data?.page]);
  const pages = data?.pages ?? page;
  return (
    <Dialog onClose={onClose} title={name} wide>
      {textState === 'partly' && <p className="mt-2 text-sm text-warn">{t('files.partlyText')}</p>}
      {error ? (
        <div className="mt-4">
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div
          ref={text}
          dir="auto"
          role="region"
          aria-label={t('files.pageOf', { page, pages })}
          aria-busy={!data || isPlaceholderData}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
          tabIndex={0}
          className="mt-4 h-[55dvh] overflow-y-auto rounded-xl border border-line bg-canvas p-4 text-[0.9375rem] leading-relaxed whitespace-pre-wrap wrap-anywhere scroll-thin"
        >
          {data?.text}
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {pages > 1 && (
          <>
            <IconButton
              steps
              icon={<ChevronLeft className="rtl:rotate-180" />}
              label={t('files.pageBefore')}
              disabled={page <= 1}
              onClick={() => setPage(page - 1)}
            />
            <p aria-live="polite" className="text-sm text-ink-2 tabular-nums">
              {t('files.pageOf', { page, pages })}
            </p>
            <IconButton
              steps
              icon={<ChevronRight className="rtl:rotate-180" />}
              label={t('files.pageAfter')}
              disabled={page >= pages}
              onClick={() => setPage(page + 1)}
            />
          </>
        )}
        <a href={contentUrl(id)} download={name} className={`${buttonClasses({ size: 'small' })} ms-auto`}>
          <Download className="size-3.5" /> {t('files.downloadShort')}
        </a>
      </div>
    </Dialog>
  );
}
