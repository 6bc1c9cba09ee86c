import { backgroundDeadlineMs, type Queries, reasonOf } from '@jarvis/database';
import { setSetting, settingOf } from '../connections/stored.ts';
import { holdAccount } from '../db/account.ts';
import { allRows, firstId } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { loadCalendar } from './load-calendar.ts';
import { knownZone, type Place } from './local.ts';
import { moveDates } from './move-dates.ts';
import { selectAccountsAfter } from './queries.ts';
import { defaultDayTime } from './settings.ts';

const settingName = 'time-zones';
const pageRows = 500;

/**
 * Recalculates all dates if the runtime's tz database has changed since the last start: governments change zones, and
 * stored instants follow the old rules. An account that fails does not stop the others; all are tried again at the next
 * start. Called at each start.
 */
export async function meetZoneDatabase(
  deps: AccountsDeps,
  version = process.versions.tz ?? '',
): Promise<void> {
  const known = await settingOf(deps.db, settingName);
  if (known?.value.version === version) return;
  const failure = 'an account’s dates could not be computed with the new time zones';
  if (known !== undefined && !(await forEachAccount(deps, failure, moveDates))) return;
  await setSetting(deps, settingName, { version });
}

type AccountsDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>;

/** Returns whether all succeeded. Each account has its transaction, which holds it. */
export async function forEachAccount(
  { db, clock, settings, log }: AccountsDeps,
  failure: string,
  work: (deps: Pick<Deps, 'clock'> & { readonly db: Queries }, place: Place) => Promise<void>,
): Promise<boolean> {
  const calendar = await loadCalendar();
  let isAll = true;
  const accounts = allRows<Awaited<ReturnType<typeof selectAccountsAfter>>[number]>((last) =>
    selectAccountsAfter(db, { after: last?.userId ?? firstId, limit: pageRows }),
  );
  for await (const { userId, timeZone, dayTime } of accounts) {
    const zone = knownZone(timeZone, settings.defaultTimeZone);
    const held = async (tx: Queries) => {
      await holdAccount.first(tx, { userId });
      await work({ db: tx, clock }, { userId, calendar, timeZone: zone, dayTime: dayTime ?? defaultDayTime });
    };
    try {
      await db.transaction(held, { deadlineMs: backgroundDeadlineMs });
    } catch (error) {
      isAll = false;
      log.warn({ userId, reason: reasonOf(error) }, failure);
    }
  }
  return isAll;
}
