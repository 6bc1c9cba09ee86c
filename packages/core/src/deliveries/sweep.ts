import { sweepOld } from '../db/sweep-old.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteOldDeliveries, selectOldDeliveries } from './delivery-queries.ts';

const keptDays = 30;

/** Removes deliveries that are past their retention. */
export const sweepDeliveries = (deps: Deps): Promise<void> =>
  sweepOld(deps, keptDays, {
    select: selectOldDeliveries,
    remove: (db, old) => deleteOldDeliveries.count(db, old),
  });
