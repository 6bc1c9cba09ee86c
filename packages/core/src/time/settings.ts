import type { Channels, TimeSettings, TimeSettingsChange } from '@jarvis/contract';
import { backgroundDeadlineMs, type Queries } from '@jarvis/database';
import { holdAccount } from '../db/account.ts';
import type { Deps, ReadDeps } from '../ports/deps.ts';
import { loadCalendar } from './load-calendar.ts';
import { knownZone, nextDay, type Place } from './local.ts';
import { moveDates } from './move-dates.ts';
import {
  type personalSettings,
  selectAnyDueTask,
  selectTimeSettings,
  type TimeSettingsRow,
  upsertTimeSettings,
} from './queries.ts';

const defaultChannels: Channels = { reminder: ['app', 'push'], day: ['app'], schedule: ['app', 'push'] };
export const defaultDayTime = '09:00';

/** The account's zone, or else the installation's. */
export async function zoneOf(deps: ReadDeps, userId: string): Promise<string> {
  return (await readTimeSettings(deps, userId)).timeZone;
}

/** The basis for calculating the account's times. */
export async function placeOf(deps: ReadDeps, userId: string): Promise<Place> {
  const { timeZone, dayTime } = await readTimeSettings(deps, userId);
  return { userId, calendar: await loadCalendar(), timeZone, dayTime };
}

/** The account's settings, with the defaults of the installation. */
export async function readTimeSettings({ db, settings }: ReadDeps, userId: string): Promise<TimeSettings> {
  return shownSettings(await selectTimeSettings.first(db, { userId }), settings.defaultTimeZone);
}

/** Null in a join without a row. */
type SettingsColumns = {
  readonly [Name in keyof typeof personalSettings]: TimeSettingsRow[Name] | null;
};

/** The settings of a row, with defaults for missing values. */
export function shownSettings(row: SettingsColumns | undefined, defaultTimeZone: string): TimeSettings {
  const { quietFrom: from, quietUntil: until } = row ?? { quietFrom: null, quietUntil: null };
  return {
    timeZone: knownZone(row?.timeZone, defaultTimeZone),
    daySummary: row?.daySummary ?? true,
    dayTime: row?.dayTime ?? defaultDayTime,
    quiet: from === null || until === null ? null : { from, until },
    channels: { ...defaultChannels, ...row?.channels },
    lockScreenTitles: row?.lockScreenTitles ?? true,
  };
}

/**
 * Changes the given settings. Another zone moves every date without its own zone; another summary hour moves whole
 * days.
 */
export async function changeTimeSettings(
  deps: Deps,
  userId: string,
  change: TimeSettingsChange,
): Promise<TimeSettings> {
  const { db, clock, changes, settings } = deps;
  const calendar = await loadCalendar();
  const work = async (tx: Queries) => {
    await holdAccount.first(tx, { userId });
    const stored = await selectTimeSettings.first(tx, { userId });
    const before = shownSettings(stored, settings.defaultTimeZone);
    const after = merged(before, change);
    const { timeZone, dayTime, daySummary, lockScreenTitles } = after;
    const place = { userId, calendar, timeZone, dayTime };
    const isDue = (await selectAnyDueTask.first(tx, { userId })) !== undefined;
    await upsertTimeSettings(tx, {
      ...{ userId, dayTime, daySummary, lockScreenTitles, channels: after.channels },
      timeZone: change.timeZone ?? stored?.timeZone ?? null,
      zoneToldBy: null,
      quietFrom: after.quiet?.from ?? null,
      quietUntil: after.quiet?.until ?? null,
      nextDayAt: daySummary && isDue ? nextDay(place, clock.now()) : null,
    });
    const moves = timeZone !== before.timeZone || dayTime !== before.dayTime;
    if (moves) await moveDates({ db: tx, clock }, place);
    return { after, moves };
  };
  // Another zone may change many dates.
  const { after, moves } = await db.transaction(work, { deadlineMs: backgroundDeadlineMs });
  changes.publish(userId, 'account');
  if (moves) for (const topic of ['tasks', 'schedules'] as const) changes.publish(userId, topic);
  return after;
}

const merged = (
  { channels, ...before }: TimeSettings,
  { channels: changed, ...change }: TimeSettingsChange,
): TimeSettings => ({
  ...before,
  ...stated(change),
  channels: { ...channels, ...stated(changed ?? {}) },
});

/** Without the fields that are undefined. */
export const stated = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** Sets the browser's zone if the account has none yet. */
export async function meetBrowserZone(deps: Deps, userId: string, timeZone: string): Promise<TimeSettings> {
  const stored = await selectTimeSettings.first(deps.db, { userId });
  if (stored?.timeZone) return shownSettings(stored, deps.settings.defaultTimeZone);
  return changeTimeSettings(deps, userId, { timeZone });
}
