import { useEffect, useState } from 'react';
import { onLeaving } from '../../../data/browser/on-leaving.ts';
import { deleteOnLeaving } from '../../../data/service/client.ts';
import { temporaryPlace } from '../../../drafts/drafts.ts';
import { dropTray } from './uploads.ts';

/** The ids of sent files to delete, together with unsent ones, when the person leaves a temporary chat. */
export function useFilesUntilLeft(): Set<string> {
  const [ids] = useState(() => new Set<string>());
  useEffect(() => {
    return onLeaving(({ persisted }) => {
      if (persisted) return;
      for (const id of ids) deleteOnLeaving('files', id);
      dropTray(temporaryPlace);
    });
  }, [ids]);
  return ids;
}
