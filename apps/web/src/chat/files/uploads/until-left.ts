import { limits } from '@jarvis/contract/limits';
import { useEffect, useState } from 'react';
import { sendOnLeaving } from '../../../data/service/client.ts';
import type { StoredFile } from '../../../data/types.ts';
import { temporaryPlace } from '../../../drafts/places.ts';
import { dropTray } from './uploads.ts';

/** The ids of sent files to delete, together with unsent ones, when the person leaves a temporary chat. */
export function useFilesUntilLeft(): Set<string> {
  const [ids] = useState(() => new Set<string>());
  useEffect(() => {
    const leave = ({ persisted = false }) => {
      // The browser may restore the page.
      if (persisted) return;
      for (const id of ids) sendOnLeaving('files.delete', id);
      dropTray(temporaryPlace);
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave({});
    };
  }, [ids]);
  return ids;
}

/** At most as many as a message may have: a call that stores nothing knows only the files in its request. */
export const idsOfNewest = (files: readonly StoredFile[]): string[] =>
  files.slice(-limits.filesPerMessageMax).map(({ id }) => id);
