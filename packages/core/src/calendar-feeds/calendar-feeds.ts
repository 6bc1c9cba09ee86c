import { type CalendarFeed, type CalendarForm, limits, shownRefusals } from '@jarvis/contract';
import { holdAccountBy } from '../auth/hold-account-by.ts';
import { fingerprint, newSecretToken } from '../auth/secret-tokens.ts';
import type { SessionCaller } from '../callers.ts';
import { writeOnce } from '../db/write-once.ts';
import { badRequest, existing } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import {
  insertCalendarFeed,
  makeRoomForRevokedFeeds,
  revokeCalendarFeed,
  selectCalendarFeeds,
} from './queries.ts';

const prefixChars = 7;

/**
 * Makes an address, and returns it only this once; only the hash of its secret is stored. Throws badRequest beyond the
 * maximum number, unauthenticated.
 */
export async function createCalendarFeed(
  { db, clock, changes, settings }: Deps,
  caller: SessionCaller,
  form: CalendarForm,
): Promise<{ calendarFeed: CalendarFeed; url: string }> {
  const { userId } = caller;
  const token = newSecretToken();
  const calendarFeed = {
    ...{ id: newId(clock.now()), form, prefix: token.slice(0, prefixChars), createdAt: clock.nowIso() },
    ...{ readAt: null, revokedAt: null },
  };
  const add = () =>
    db.transaction(async (tx) => {
      await holdAccountBy(tx, userId, caller);
      const feeds = await selectCalendarFeeds(tx, { userId });
      if (feeds.filter(({ revokedAt }) => revokedAt === null).length >= limits.calendarFeedsMax)
        throw badRequest(shownRefusals.calendarFeedsMax);
      await makeRoomForRevokedFeeds.count(tx, { userId });
      await insertCalendarFeed(tx, { userId, ...calendarFeed, hash: fingerprint(token) });
    });
  await writeOnce(add, async () => {});
  changes.publish(userId, 'keys');
  return { calendarFeed, url: `${settings.publicUrl}/calendar/${token}.ics` };
}

/** Revokes an address with immediate effect; repeating it is not an error. Throws notFound. */
export async function endCalendarFeed(
  { db, clock, changes }: Deps,
  userId: string,
  id: string,
): Promise<void> {
  const one = { userId, id: parseId(id, 'Calendar address'), now: clock.nowIso() };
  existing(await revokeCalendarFeed.first(db, one), 'Calendar address');
  changes.publish(userId, 'keys');
}
