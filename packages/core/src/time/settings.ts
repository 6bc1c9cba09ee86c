import { isSameTimeZone, type TimeSettings, type TimeSettingsChange } from '@jarvis/contract';
import { backgroundDeadlineMs, type Queries } from '@jarvis/database';
import { holdAccount } from '../db/account.ts';
import { firstId } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { dueMs } from './local.ts';
import { loadCalendar } from './occurrences.ts';
import { type Place, type Planning, replan } from './plan-reminders.ts';
import { pageOfFloatingTasks, selectTimeSettings, updateDueMoments, upsertTimeZone } from './queries.ts';

type Read = Pick<Deps, 'settings'> & { readonly db: Queries };

/** The zone of the account: as it was told, else that of the installation. */
export async function zoneOf(deps: Read, userId: string): Promise<string> {
  return (await readTimeSettings(deps, userId)).timeZone;
}

/** What moments of the account are worked out from. */
export async function placeOf(deps: Read, userId: string): Promise<Place> {
  const [calendar, timeZone] = await Promise.all([loadCalendar(), zoneOf(deps, userId)]);
  return { userId, calendar, timeZone };
}

export async function readTimeSettings({ db, settings }: Read, userId: string): Promise<TimeSettings> {
  const stored = await selectTimeSettings.first(db, { userId });
  return { timeZone: stored?.timeZone ?? settings.defaultTimeZone };
}

/** Changes what is said. Another zone moves every date that floats with it. */
export async function changeTimeSettings(
  deps: Deps,
  userId: string,
  { timeZone }: TimeSettingsChange,
  toldBy: 'browser' | 'person' = 'person',
): Promise<TimeSettings> {
  const { db, changes } = deps;
  const calendar = await loadCalendar();
  if (timeZone !== undefined) {
    await db.transaction(
      async (tx) => {
        await holdAccount.first(tx, { userId });
        await upsertTimeZone(tx, { userId, timeZone, toldBy });
        await moveDates({ db: tx, clock: deps.clock }, { userId, calendar, timeZone });
      },
      { deadlineMs: backgroundDeadlineMs },
    );
    changes.publish(userId, 'account');
    changes.publish(userId, 'tasks');
  }
  return readTimeSettings(deps, userId);
}

/**
 * Takes the browser's zone where the account has none yet. `differs`: the person is told, and may switch, because the
 * zone that they have is another one.
 */
export async function meetBrowserZone(
  deps: Deps,
  userId: string,
  timeZone: string,
): Promise<{ timeSettings: TimeSettings; differs: boolean }> {
  const stored = await selectTimeSettings.first(deps.db, { userId });
  if (!stored?.timeZone) {
    return { timeSettings: await changeTimeSettings(deps, userId, { timeZone }, 'browser'), differs: false };
  }
  const timeSettings = await readTimeSettings(deps, userId);
  return { timeSettings, differs: !isSameTimeZone(timeSettings.timeZone, timeZone) };
}

const pageRows = 500;

/** Works out anew when open tasks with a floating date are due, by pages. Those that are done are moved when reopened. */
async function moveDates(deps: Planning, place: Place): Promise<void> {
  const { userId, calendar, timeZone } = place;
  let after = firstId;
  for (;;) {
    const page = await pageOfFloatingTasks(deps.db, { userId, after, limit: pageRows });
    const times = page.map(({ dueDate, dueTime }) =>
      new Date(dueMs(calendar, dueDate ?? '', dueTime, timeZone)).toISOString(),
    );
    await updateDueMoments(deps.db, { userId, ids: page.map(({ id }) => id), times });
    await replan(deps, place, page);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageRows) return;
  }
}
