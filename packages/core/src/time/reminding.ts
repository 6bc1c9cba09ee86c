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

/** When a day without time is told of. */
const dayTime = '09:00';
/** Moments that are counted after a long time without service. */
const passedMax = 1_000;

/** The moment that a fresh reminder waits for: that of its task, or of a repeat the next one; undefined: none to come. */
export function firstMoment(calendar: Calendar, task: Reminded, accountZone: string, nowMs: number) {
  if (task.status === 'done' || task.dueDate === null) return undefined;
  const due = `${task.dueDate}T${task.dueTime ?? dayTime}`;
  const atMs = calendar.instantOf(due, task.dueZone ?? accountZone);
  return atMs > nowMs ? atMs : momentAfter(calendar, task, accountZone, nowMs);
}

/** The next moment of a task that repeats and is not done; of one that counts from its completion there is none. */
export const momentAfter = (calendar: Calendar, task: Reminded, accountZone: string, afterMs: number) =>
  momentsAfter(calendar, task, accountZone, afterMs, 1)[0];

/** At most so many of them, the earliest first; none where the rule has ended. */
function momentsAfter(
  calendar: Calendar,
  task: Reminded,
  accountZone: string,
  afterMs: number,
  count: number,
): number[] {
  const { repeat, repeatStart, repeatAfterDone, dueZone } = task;
  if (task.status === 'done' || repeat === null || repeatStart === null || repeatAfterDone) return [];
  const timeZone = dueZone ?? accountZone;
  const allDay = !repeatStart.includes('T');
  const after = allDay
    ? dayAfter(calendar.localOf(afterMs, timeZone).slice(0, 10), -1)
    : new Date(afterMs).toISOString();
  return calendar
    .occurrences({ start: repeatStart, timeZone, repeat, after, count: allDay ? count + 1 : count })
    .map(({ local, at }) => (allDay ? calendar.instantOf(`${local}T${dayTime}`, timeZone) : Date.parse(at)))
    .filter((atMs) => atMs > afterMs);
}

/** Looked up together: each look at a rule takes some milliseconds. */
const pageMoments = 100;

/** The latest moment that has come, after one that has, how many lie between, and the one to come. */
export function latestMoment(
  calendar: Calendar,
  task: Reminded,
  accountZone: string,
  { occurrenceMs, minutesBefore, nowMs }: { occurrenceMs: number; minutesBefore: number; nowMs: number },
): { occurrenceMs: number; skipped: number; nextMs: number | undefined } {
  const comeBefore = nowMs + minutesBefore * 60_000;
  let latest = occurrenceMs;
  let skipped = 0;
  // Most often the next one is yet to come.
  for (let count = 1; ; count = pageMoments) {
    const after = skipped < passedMax ? latest : Math.max(latest, comeBefore);
    const moments = momentsAfter(calendar, task, accountZone, after, count);
    for (const atMs of moments) {
      if (atMs > comeBefore) return { occurrenceMs: latest, skipped, nextMs: atMs };
      latest = atMs;
      skipped += 1;
    }
    if (moments.length === 0) return { occurrenceMs: latest, skipped, nextMs: undefined };
  }
}
