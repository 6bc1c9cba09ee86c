import { type Delivery, limits, shownRefusals } from '@jarvis/contract';
import { inserted, restricted, tooMany } from '../errors.ts';
import { firstIdAt, newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { deliverOne } from './deliver.ts';
import { pausedSince } from './paused.ts';
import { insertDeliveries, type NewDelivery, selectTargets } from './plan-queries.ts';
import { selectDelivery } from './queries.ts';

const tryMs = 60_000;
const hourSeconds = 3_600;

/**
 * Sends a test to a target now, without retries, and returns the result. Throws restricted while deliveries are paused,
 * tooMany.
 */
export async function testOne(
  deps: Deps,
  userId: string,
  target: Pick<NewDelivery, 'channel' | 'target' | 'host'>,
): Promise<Delivery> {
  const { db, clock } = deps;
  if ((await pausedSince(db)) !== null) throw restricted(shownRefusals.deliveriesPaused);
  const since = firstIdAt(clock.now() - 86_400_000);
  const account = await selectTargets.first(db, { userIds: [userId], since });
  if (account && account.sentToday >= limits.deliveriesADayMax)
    throw tooMany(shownRefusals.deliveriesADayMax, hourSeconds);
  const id = newId(clock.now());
  const until = new Date(clock.now() + tryMs).toISOString();
  const row: NewDelivery = {
    ...{ userId, id, notificationId: null, alsoIds: [], kind: 'test', ...target },
    // Made with its attempt, and not due before that ends, so that no process claims it.
    ...{ tries: 1, attempt: id, nextTryAt: until },
    ...{ expiresAt: until, createdAt: clock.nowIso() },
  };
  await insertDeliveries(db, { rows: JSON.stringify([row]) });
  await deliverOne(deps, { userId, id });
  return inserted(await selectDelivery.first(db, { userId, id }));
}
