import { fingerprint } from '../auth/secret-tokens.ts';
import type { Context } from '../context.ts';
import { countCall } from '../rate-limit/rate-limit.ts';
import { placeOf } from '../time/settings.ts';
import { selectDatedEntries, selectFeedOwner, selectOpenEntries, updateFeedRead } from './queries.ts';
import { writeCalendar } from './write-calendar.ts';

export interface SharedCalendar {
  /** Changes whenever the calendar does; known before the calendar is written. */
  readonly version: string;
  readonly write: () => Promise<string>;
}

/**
 * The calendar of a secret; undefined if the secret is unknown, revoked, or of a restricted account. Throws tooMany for
 * many unknown secrets from one network, and for many reads of one account.
 */
export async function readCalendar(ctx: Context, token: string): Promise<SharedCalendar | undefined> {
  const { deps } = ctx;
  const { db, clock, settings } = deps;
  const feed = await selectFeedOwner.first(db, { hash: fingerprint(token) });
  if (feed) await countCall(ctx, 'calendarReads', feed.userId);
  else await countCall(ctx, 'unknownCalendarsPerNetwork', ctx.clientNetwork);
  if (!feed) return undefined;
  const { userId, id, form } = feed;
  const nowMs = clock.now();
  await updateFeedRead(db, { userId, id, now: clock.nowIso() });
  const place = await placeOf(deps, userId);
  const entries = await (form === 'events' ? selectDatedEntries : selectOpenEntries)(db, { userId });
  const year = new Date(nowMs).getUTCFullYear();
  const { host } = new URL(settings.publicUrl);
  // Another tz database has other clock changes.
  const version = fingerprint(
    JSON.stringify([form, place.timeZone, year, host, process.versions.tz, entries]),
  );
  const write = () => writeCalendar(entries, { form, place, host, nowMs, signal: ctx.signal });
  return { version, write };
}
