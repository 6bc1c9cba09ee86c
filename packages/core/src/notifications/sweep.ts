import { sweepOld } from '../db/sweep-old.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteOldNotifications, selectOldNotifications } from './queries.ts';

const keptDays = 90;

/** Removes notifications that are past their retention. */
export const sweepNotifications = (deps: Deps): Promise<void> =>
  sweepOld(deps, keptDays, {
    select: selectOldNotifications,
    remove: (db, old) => deleteOldNotifications.count(db, old),
  });
