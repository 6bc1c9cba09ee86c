import { limits } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { selectById } from '../account/queries.ts';
import { notify } from '../deliveries/notify.ts';
import { chosen, vocabularies } from '../language/languages.ts';
import { lateMs, type NewNotification } from '../notifications/add-notifications.ts';
import type { Deps } from '../ports/deps.ts';
import { filled } from '../text/filled.ts';
import { loadCalendar } from '../time/load-calendar.ts';
import { dayAfter, knownZone, nextDay, type Place } from '../time/local.ts';
import { selectAnyDueTask } from '../time/queries.ts';
import { selectTasksOfDay, setNextDays, takeDueDays } from './day-queries.ts';

const batchRows = 20;
/** The source of an account's day summaries; unique together with the account. */
const source = '00000000-0000-7000-8000-000000000001';

/**
 * Adds the day summary of every account whose hour has come: tasks due today without a time, and overdue tasks. A day
 * without such tasks gets no summary, nor does a day that is over; an account without due tasks is not polled until it
 * has some.
 */
export async function tellDays(deps: Deps): Promise<void> {
  for (;;) if ((await tellBatch(deps)) < batchRows) return;
}

async function tellBatch(deps: Deps): Promise<number> {
  const { db, clock, changes, settings } = deps;
  const nowMs = clock.now();
  const now = clock.nowIso();
  const calendar = await loadCalendar();
  const { taken, told } = await db.transaction(async (tx) => {
    const days = await takeDueDays(tx, { now, limit: batchRows });
    const notifications: NewNotification[] = [];
    const next: { userId: string; at: string | null }[] = [];
    for (const day of days) {
      const place = { ...day, calendar, timeZone: knownZone(day.timeZone, settings.defaultTimeZone) };
      const summary = await summaryOf(tx, place, nowMs);
      if (summary) notifications.push(summary);
      const { userId } = day;
      const goesOn = summary ?? (await selectAnyDueTask.first(tx, { userId }));
      next.push({ userId, at: goesOn ? nextDay(place, nowMs) : null });
    }
    await setNextDays(tx, { rows: JSON.stringify(next) });
    return { taken: days.length, told: await notify({ ...deps, db: tx }, notifications) };
  });
  for (const { userId } of told) changes.publish(userId, 'notifications');
  return taken;
}

async function summaryOf(
  tx: Queries,
  { userId, calendar, timeZone, dayTime, nextDayAt }: Place & { readonly nextDayAt: string | null },
  nowMs: number,
): Promise<NewNotification | undefined> {
  const today = calendar.dayOf(nowMs, timeZone);
  const atMs = calendar.instantOf(`${today}T${dayTime}`, timeZone);
  // This is the hour of an earlier day; today's is still to come.
  if (atMs > nowMs) return undefined;
  const now = new Date(nowMs).toISOString();
  const dayEnd = new Date(calendar.instantOf(dayAfter(today, 1), timeZone)).toISOString();
  const tasks = await selectTasksOfDay(tx, { userId, now, dayEnd });
  const [only] = tasks;
  if (!only) return undefined;
  const isAlone = tasks.length === 1;
  return {
    userId,
    kind: 'day',
    sourceId: source,
    occurrenceAt: new Date(atMs).toISOString(),
    ...(isAlone ? { title: only.title } : await inWords(tx, userId, tasks)),
    taskId: isAlone ? only.id : null,
    late: nowMs - Math.max(atMs, Date.parse(nextDayAt ?? now)) > lateMs,
  };
}

async function inWords(
  tx: Queries,
  userId: string,
  tasks: readonly { readonly title: string; readonly isOverdue: boolean }[],
): Promise<Pick<NewNotification, 'title' | 'body'>> {
  const account = await selectById.first(tx, { userId });
  const { today, overdue } = vocabularies[chosen(account?.preferredLanguage ?? 'auto')].notices;
  const late = tasks.filter(({ isOverdue }) => isOverdue).length;
  const count = (n: number) => (tasks.length === limits.dayTasksMax ? `${n}+` : n);
  const parts = [
    ...(late < tasks.length ? [filled(today, count(tasks.length - late))] : []),
    ...(late > 0 ? [filled(overdue, count(late))] : []),
  ];
  return { title: parts.join(' · '), body: tasks.map(({ title }) => title).join('\n') };
}
