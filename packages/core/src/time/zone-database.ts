import { backgroundDeadlineMs, type Queries } from '@jarvis/database';
import { setSetting, settingOf } from '../connections/stored.ts';
import { holdAccount } from '../db/account.ts';
import { firstId } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { knownZone } from './local.ts';
import { moveDates } from './move-dates.ts';
import { loadCalendar } from './occurrences.ts';
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
  { db, clock, settings, log }: Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>,
  version = process.versions.tz ?? '',
): Promise<void> {
  const known = await settingOf(db, settingName);
  if (known?.value.version === version) return;
  const calendar = await loadCalendar();
  let allMoved = true;
  let after = firstId;
  for (let isMore = known !== undefined; isMore; ) {
    const page = await selectAccountsAfter(db, { after, limit: pageRows });
    for (const { userId, timeZone, dayTime } of page) {
      const place = { userId, calendar, timeZone: knownZone(timeZone, settings.defaultTimeZone) };
      const work = async (tx: Queries) => {
        await holdAccount.first(tx, { userId });
        await moveDates({ db: tx, clock }, { ...place, dayTime: dayTime ?? defaultDayTime });
      };
      try {
        await db.transaction(work, { deadlineMs: backgroundDeadlineMs });
      } catch (error) {
        allMoved = false;
        const reason = error instanceof Error ? error.message : 'unknown';
        log.warn({ userId, reason }, 'an account’s dates could not be computed with the new time zones');
      }
    }
    after = page.at(-1)?.userId ?? after;
    isMore = page.length === pageRows;
  }
  if (!allMoved) return;
  await setSetting({ db, clock }, settingName, { version });
}
