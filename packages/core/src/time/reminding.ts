import type { tasks } from '../db/schema/tasks.ts';
import { dayAfter } from './local.ts';
import type { Calendar } from './occurrences.ts';

/** The parts of a task that determine its reminders. */
export type Reminded = Pick<
  typeof tasks.$inferSelect,
  'status' | 'dueDate' | 'dueTime' | 'dueZone' | 'repeat' | 'repeatStart' | 'repeatAfterDone'
>;

/** The account's settings for local time. */
export interface Wall {
  readonly timeZone: string;
  /** `09:00`: the hour for tasks without a time. */
  readonly dayTime: string;
}

/** The maximum number of missed moments that are counted after a downtime. */
const passedMax = 1_000;

/**
 * The first moment of a new reminder: that of its task, or the next one of a repeat; undefined if there is no future
 * one.
 */
export function firstMoment(calendar: Calendar, task: Reminded, wall: Wall, nowMs: number) {
  if (task.status === 'done' || task.dueDate === null) return undefined;
  const atMs = dueMoment(calendar, task, wall);
  return atMs > nowMs ? atMs : momentAfter(calendar, task, wall, nowMs);
}

/** The moment of a task with a date, before any repeat. */
export const dueMoment = (calendar: Calendar, task: Reminded, wall: Wall) =>
  calendar.instantOf(`${task.dueDate}T${task.dueTime ?? wall.dayTime}`, task.dueZone ?? wall.timeZone);

/** The next moment of a repeating task that is not done; undefined for a repeat from completion. */
export const momentAfter = (calendar: Calendar, task: Reminded, wall: Wall, afterMs: number) =>
  momentsAfter(calendar, task, wall, afterMs, 1)[0];

/** The next moments, earliest first, at most `count`; none after the end of the rule. */
function momentsAfter(
  calendar: Calendar,
  task: Reminded,
  wall: Wall,
  afterMs: number,
  count: number,
): number[] {
  const { repeat, repeatStart, repeatAfterDone, dueZone } = task;
  if (task.status === 'done' || repeat === null || repeatStart === null || repeatAfterDone) return [];
  const timeZone = dueZone ?? wall.timeZone;
  const allDay = !repeatStart.includes('T');
  const after = allDay
    ? dayAfter(calendar.localOf(afterMs, timeZone).slice(0, 10), -1)
    : new Date(afterMs).toISOString();
  return calendar
    .occurrences({ start: repeatStart, timeZone, repeat, after, count: allDay ? count + 1 : count })
    .map(({ local, at }) =>
      allDay ? calendar.instantOf(`${local}T${wall.dayTime}`, timeZone) : Date.parse(at),
    )
    .filter((atMs) => atMs > afterMs);
}

/** Calculated together, because each evaluation of a rule takes some milliseconds. */
const pageMoments = 100;

/** The latest past moment after a given one, the number of skipped ones in between, and the next future one. */
export function latestMoment(
  calendar: Calendar,
  task: Reminded,
  wall: Wall,
  { occurrenceMs, minutesBefore, nowMs }: { occurrenceMs: number; minutesBefore: number; nowMs: number },
): { occurrenceMs: number; skipped: number; nextMs: number | undefined } {
  const comeBefore = nowMs + minutesBefore * 60_000;
  let latest = occurrenceMs;
  let skipped = 0;
  // Usually the next one is in the future.
  for (let count = 1; ; count = pageMoments) {
    const after = skipped < passedMax ? latest : Math.max(latest, comeBefore);
    const moments = momentsAfter(calendar, task, wall, after, count);
    for (const atMs of moments) {
      if (atMs > comeBefore) return { occurrenceMs: latest, skipped, nextMs: atMs };
      latest = atMs;
      skipped += 1;
    }
    if (moments.length === 0) return { occurrenceMs: latest, skipped, nextMs: undefined };
  }
}
