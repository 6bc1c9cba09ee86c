import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { preloadFiles } from './use-files.ts';

/**
 * Takes files dropped anywhere in the window, with the names of dropped folders, or pasted outside a field. Returns
 * whether files are dragged over it.
 */
export function useDrops(onDrop: (files: readonly File[], folders?: readonly string[]) => void): boolean {
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
      take(...dropped(dataTransfer));
    });
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('input, textarea')) return;
      take([...(clipboardData?.files ?? [])]);
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

/** The files of a drop and the names of its folders, which can be read only during its event. */
function dropped(transfer: DataTransfer | null): [files: File[], folders: string[]] {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of transfer?.items ?? []) {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (file && item.webkitGetAsEntry()?.isDirectory) folders.push(file.name);
    else if (file) files.push(file);
  }
  return [files, folders];
}
