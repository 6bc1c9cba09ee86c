import { sweepOld } from '../db/sweep-old.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteOldNotifications, selectOldNotifications } from './queries.ts';

const keptDays = 90;

/** Removes what was told long ago. */
export const sweepNotifications = (deps: Deps): Promise<void> =>
  sweepOld(deps, keptDays, {
    select: selectOldNotifications,
    remove: (db, old) => deleteOldNotifications.count(db, old),
  });
