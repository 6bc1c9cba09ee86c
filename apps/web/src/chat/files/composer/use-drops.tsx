import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { Handed } from '../uploads/tray.ts';
import { preloadFiles } from './use-files.ts';

/** Takes files dropped anywhere in the window, or pasted outside a field. Returns whether files are dragged over it. */
export function useDrops(onDrop: (handed: readonly Handed[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  // With the page: a file that is dropped before its first frame's effects would be refused.
  useLayoutEffect(() => {
    const ending = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          run(event);
        },
        { signal: ending.signal },
      );
    listen('dragover', () => {
      preloadFiles();
      setOver(true);
    });
    // Every crossed element fires this event; only when leaving the window, `relatedTarget` is null.
    listen('dragleave', ({ relatedTarget }) => relatedTarget || setOver(false));
    listen('drop', ({ dataTransfer }) => {
      setOver(false);
      take(handedOver(dataTransfer));
    });
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('input, textarea')) return;
      take([...(clipboardData?.files ?? [])].map((file) => ({ file, isFolder: false })));
    };
    document.addEventListener('paste', paste, { signal: ending.signal });
    return () => ending.abort();
  }, []);
  return over;
}

/** Covers the window while files are dragged over it. */
export function DropHint() {
  return (
    <div className="pointer-events-none fixed inset-0 z-60 flex items-center justify-center border-4 border-dashed border-accent bg-canvas/85 p-6 text-center font-display text-2xl font-semibold">
      {t('chat.attachDrop')}
    </div>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** On a page that takes no files, a dropped file must not replace the app. Returns a function that ends this. */
export function refuseDrops(): () => void {
  const ending = new AbortController();
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(
      type,
      (event) => {
        const isTaken = event.target instanceof Element && event.target.closest('input[type=file]');
        if (event.defaultPrevented || isTaken || !hasFiles(event)) return;
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
      },
      { signal: ending.signal },
    );
  return () => ending.abort();
}

/** The files of a drop, which can be read only during its event. */
const handedOver = (transfer: DataTransfer | null): Handed[] =>
  [...(transfer?.items ?? [])].flatMap((item) => {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    return file ? [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }] : [];
  });
