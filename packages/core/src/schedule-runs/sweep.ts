import { sweepOld } from '../db/sweep-old.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteOldRuns, selectOldRuns } from '../schedules/queries.ts';

const keptDays = 90;

/** Removes runs of long ago. */
export const sweepRuns = (deps: Deps): Promise<void> =>
  sweepOld(deps, keptDays, {
    select: selectOldRuns,
    remove: (db, old) => deleteOldRuns.count(db, old),
  });
