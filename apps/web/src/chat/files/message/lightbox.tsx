import * as Primitive from '@radix-ui/react-dialog';
import { ChevronLeft, ChevronRight, X } from '~icons';
import type { StoredFile } from '../../../data/types.ts';
import { t } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useHoldNotices } from '../../../ui/feedback/toast.tsx';
import { contentUrl } from '../file-kinds.ts';
import { DownloadLink } from './download-link.tsx';

interface LightboxProps {
  readonly pictures: readonly StoredFile[];
  readonly at: number;
  readonly onAt: (index: number) => void;
  readonly onClose: () => void;
}

/**
 * A picture in the whole window. The arrow keys and buttons go through the pictures of the message; the focus stays
 * inside, and returns to the picture that opened it.
 */
export default function Lightbox({ pictures, at, onAt, onClose }: LightboxProps) {
  useHoldNotices(true);
  const picture = pictures[at];
  const count = pictures.length;
  const go = (by: number) => onAt((at + by + count) % count);
  if (!picture) return null;
  const { id, name, width, height } = picture;
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') go(-1);
            if (key === 'ArrowRight') go(1);
          }}
          className="fixed inset-0 z-50 flex animate-appear flex-col bg-canvas print:hidden"
        >
          <div className="flex items-center gap-1 p-2 ps-4">
            <Primitive.Title dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium">
              {name}
            </Primitive.Title>
            {count > 1 && (
              <p aria-live="polite" className="shrink-0 px-2 text-sm tabular-nums">
                {t('files.pictureOf', { number: at + 1, count })}
              </p>
            )}
            <DownloadLink id={id} name={name} />
            <Primitive.Close asChild>
              <IconButton icon={<X />} label={t('common.close')} />
            </Primitive.Close>
          </div>
          <div className="relative flex min-h-0 flex-1 items-center justify-center p-3 pb-[max(env(safe-area-inset-bottom),0.75rem)]">
            {/* A click beside the picture closes it, as Escape and the button do. */}
            <div aria-hidden className="absolute inset-0" onClick={onClose} />
            <img
              key={id}
              src={contentUrl(id)}
              alt={name}
              {...(width && height && { width, height })}
              className="relative max-h-full w-auto max-w-full object-contain"
            />
            {count > 1 && (
              <>
                <IconButton
                  steps
                  icon={<ChevronLeft className="rtl:rotate-180" />}
                  label={t('files.before')}
                  onClick={() => go(-1)}
                  className="absolute start-3 bg-raised shadow-low hover:bg-sunken"
                />
                <IconButton
                  steps
                  icon={<ChevronRight className="rtl:rotate-180" />}
                  label={t('files.after')}
                  onClick={() => go(1)}
                  className="absolute end-3 bg-raised shadow-low hover:bg-sunken"
                />
              </>
            )}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
