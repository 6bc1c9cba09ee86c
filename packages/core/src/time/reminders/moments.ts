import type { Reminder, TaskStatus } from '@jarvis/contract';
import type { tasks } from '../../db/schema/tasks.ts';
import { dayAfter, knownZone, type Place } from '../local.ts';

/** The parts of a task that determine its reminders. */
export type Reminded = Pick<
  typeof tasks.$inferSelect,
  'status' | 'dueDate' | 'dueTime' | 'dueZone' | 'repeat' | 'repeatStart' | 'repeatAfterDone'
>;

/** A reminder without a next time has been told. */
export const reminderState = (status: TaskStatus, nextAt: string | null): Reminder['state'] =>
  status === 'done' ? 'done' : nextAt === null ? 'sent' : 'waiting';

/** The maximum number of missed moments that are counted after a downtime. */
const passedMax = 1_000;

/**
 * The first moment of a new reminder: that of its task, or the next one of a repeat; undefined if there is no future
 * one.
 */
export function firstMoment(task: Reminded, place: Place, nowMs: number) {
  if (task.status === 'done' || task.dueDate === null) return undefined;
  const atMs = dueMoment(task, place);
  return atMs > nowMs ? atMs : momentsAfter(task, place, nowMs, 1)[0];
}

/** The moment of a task with a date, before any repeat. */
export const dueMoment = (task: Reminded, place: Place) =>
  place.calendar.instantOf(
    `${task.dueDate}T${task.dueTime ?? place.dayTime}`,
    knownZone(task.dueZone, place.timeZone),
  );

/**
 * The next moments of a repeating task that is not done, earliest first, at most `count`. None after the end of the rule,
 * and for a repeat from completion.
 */
function momentsAfter(task: Reminded, place: Place, afterMs: number, count: number): number[] {
  const { repeat, repeatStart, repeatAfterDone, dueZone } = task;
  if (task.status === 'done' || repeat === null || repeatStart === null || repeatAfterDone) return [];
  const { calendar, dayTime } = place;
  const timeZone = knownZone(dueZone, place.timeZone);
  const allDay = !repeatStart.includes('T');
  const after = allDay ? dayAfter(calendar.dayOf(afterMs, timeZone), -1) : new Date(afterMs).toISOString();
  return calendar
    .occurrences({ start: repeatStart, timeZone, repeat, after, count: allDay ? count + 1 : count })
    .map(({ local, at }) => (allDay ? calendar.instantOf(`${local}T${dayTime}`, timeZone) : Date.parse(at)))
    .filter((atMs) => atMs > afterMs);
}

/** Calculated together, because each evaluation of a rule takes some milliseconds. */
const pageMoments = 100;

/**
 * The latest past moment after a given one, the number of moments before it that were missed, and the next future one.
 * Moments up to `sinceMs` were not missed: the reminder was planned after their time.
 */
export function latestMoment(
  task: Reminded,
  place: Place,
  given: { occurrenceMs: number; sinceMs: number; minutesBefore: number; nowMs: number },
): { occurrenceMs: number; missed: number; nextMs: number | undefined } {
  const comeBefore = given.nowMs + given.minutesBefore * 60_000;
  let latest = given.occurrenceMs;
  let skipped = 0;
  let missed = 0;
  // Usually the next one is in the future.
  for (let count = 1; ; count = pageMoments) {
    const after = skipped < passedMax ? latest : Math.max(latest, comeBefore);
    const moments = momentsAfter(task, place, after, count);
    for (const atMs of moments) {
      if (atMs > comeBefore) return { occurrenceMs: latest, missed, nextMs: atMs };
      latest = atMs;
      skipped += 1;
      if (atMs > given.sinceMs) missed += 1;
    }
    if (moments.length === 0) return { occurrenceMs: latest, missed, nextMs: undefined };
  }
}
