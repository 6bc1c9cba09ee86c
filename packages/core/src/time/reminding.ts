import { dayAfter } from './local.ts';
import type { Calendar } from './occurrences.ts';

/** What a reminder is worked out from: a task. */
export interface Reminded {
  readonly status: 'open' | 'done';
  readonly dueDate: string | null;
  readonly dueTime: string | null;
  readonly dueZone: string | null;
  readonly repeat: string | null;
  readonly repeatStart: string | null;
  readonly repeatAfterDone: boolean | null;
}

/** How an account keeps time. */
export interface Wall {
  readonly timeZone: string;
  /** `09:00`: when a day without time is told of. */
  readonly dayTime: string;
}

/** Moments that are counted after a long time without service. */
const passedMax = 1_000;

/** The moment that a fresh reminder waits for: that of its task, or of a repeat the next one; undefined: none to come. */
export function firstMoment(calendar: Calendar, task: Reminded, wall: Wall, nowMs: number) {
  if (task.status === 'done' || task.dueDate === null) return undefined;
  const atMs = dueMoment(calendar, task, wall);
  return atMs > nowMs ? atMs : momentAfter(calendar, task, wall, nowMs);
}

/** When a task with a date is told of, before any repeat. */
export const dueMoment = (calendar: Calendar, task: Reminded, wall: Wall) =>
  calendar.instantOf(`${task.dueDate}T${task.dueTime ?? wall.dayTime}`, task.dueZone ?? wall.timeZone);

/** The next moment of a task that repeats and is not done; of one that counts from its completion there is none. */
export const momentAfter = (calendar: Calendar, task: Reminded, wall: Wall, afterMs: number) =>
  momentsAfter(calendar, task, wall, afterMs, 1)[0];

/** At most so many of them, the earliest first; none where the rule has ended. */
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

/** Looked up together: each look at a rule takes some milliseconds. */
const pageMoments = 100;

/** The latest moment that has come, after one that has, how many lie between, and the one to come. */
export function latestMoment(
  calendar: Calendar,
  task: Reminded,
  wall: Wall,
  { occurrenceMs, minutesBefore, nowMs }: { occurrenceMs: number; minutesBefore: number; nowMs: number },
): { occurrenceMs: number; skipped: number; nextMs: number | undefined } {
  const comeBefore = nowMs + minutesBefore * 60_000;
  let latest = occurrenceMs;
  let skipped = 0;
  // Most often the next one is yet to come.
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
