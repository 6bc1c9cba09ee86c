import { sweepOld } from '../db/sweep-old.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteOldDeliveries, selectOldDeliveries } from './delivery-queries.ts';

const keptDays = 30;

/** Removes what was told outside the app long ago. */
export const sweepDeliveries = (deps: Deps): Promise<void> =>
  sweepOld(deps, keptDays, {
    select: selectOldDeliveries,
    remove: (db, old) => deleteOldDeliveries.count(db, old),
  });
