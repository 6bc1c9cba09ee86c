import { createElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../../../data/types.ts';
import { keptDraftFiles } from '../../../drafts/drafts.ts';
import { withTexts } from '../../../i18n/index.ts';
import { tellPartFailed } from '../../../ui/feedback/toast.tsx';
import type { TrayState } from '../uploads/tray.ts';

const noFiles: TrayState = { count: 0, hasFailed: false, isPending: false };

/** Everything but this hook, loaded with the first file. */
type FilesPart = typeof import('./composer-files.tsx');
let part: FilesPart | undefined;

/** Preloads it; after a failure, the first use loads it. */
export function preloadFiles(): void {
  void load().catch(() => undefined);
}

async function load(): Promise<FilesPart> {
  part = await withTexts('files', import('./composer-files.tsx'));
  return part;
}

/** The files of the message in a composer, which sends it once they have arrived. */
export function useFiles(name: string): {
  readonly state: TrayState;
  readonly add: (files: readonly File[], folders?: readonly string[]) => void;
  /** Adds the files of a message to edit, if any, and cancels the pending message. */
  readonly putBack: (files: readonly StoredFile[]) => void;
  /** Offers pasted text that is too long for a message as a file. `remove` removes it from the field. */
  readonly offer: (text: string, remove: () => void) => void;
  readonly send: (text: string) => void;
  /** The chips. */
  readonly view: ReactNode;
} {
  const [shown, setShown] = useState<FilesPart>();
  const [state, setState] = useState(noFiles);
  const [offered, setOffered] = useState<{ readonly text: string; readonly remove: () => void } | null>(null);
  // As it is now: another tab of the same place writes there as well.
  const [draft] = useState(() => keptDraftFiles(name));
  const restored = useRef(false);
  // The conversation of a new chat may begin while the part loads.
  const place = useRef(name);
  place.current = name;

  const open = useCallback(
    async (then?: (loaded: FilesPart, at: string) => void) => {
      try {
        const loaded = await load();
        if (!restored.current) loaded.restoreDraft(name, draft);
        restored.current = true;
        setShown(loaded);
        then?.(loaded, place.current);
      } catch {
        tellPartFailed();
      }
    },
    [name, draft],
  );
  useEffect(() => {
    if (part || draft.length > 0) void open();
  }, [draft, open]);

  return {
    state,
    add: (files, folders = []) => {
      if (files.length + folders.length > 0) void open(({ addFiles }, at) => addFiles(at, files, folders));
    },
    putBack: (files) => {
      // The pending text now belongs to another message, and must not be sent automatically.
      part?.holdBack(name);
      if (files.length > 0) void open((loaded, at) => loaded.putBack(at, files));
    },
    offer: (text, remove) => {
      setOffered({ text, remove });
      void open();
    },
    send: (text) => part?.sendWith(name, text),
    view:
      shown &&
      createElement(shown.ComposerFiles, {
        name,
        offered,
        onOfferEnd: () => setOffered(null),
        onState: setState,
      }),
  };
}
