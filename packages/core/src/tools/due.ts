import { limits, type TaskDueFields } from '@jarvis/contract';
import { z } from 'zod';
import { type Language, vocabularies } from '../language/languages.ts';
import type { DueColumns } from '../tasks/due.ts';
import { fold } from '../text/fold.ts';
import { spanOf } from '../time/grammar/days/day.ts';
import { dateOf, dateText } from '../time/grammar/days/plain-date.ts';
import { partTimes, readTime, type TimeRead } from '../time/grammar/read-time.ts';
import type { Calendar } from '../time/load-calendar.ts';
import { knownZone, localFrom } from '../time/local.ts';
import { sayDaysAway, sayNone, sayRead, sayTime } from '../time/say-time.ts';
import { placeOf } from '../time/settings.ts';
import { Refusal, type ToolContext } from './call/tool-context.ts';

const wordsMax = 300;

export const whenInput = z
  .string()
  .max(wordsMax)
  .optional()
  .describe(
    'When it is due: the time in the words of the person, unchanged ("tomorrow at 9", "übermorgen um halb neun"), or local `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`. It has one time of day: call once for each. Do not work out dates yourself.',
  );
const repeatInput = z
  .string()
  .max(wordsMax)
  .optional()
  .describe(
    'How it repeats, in the words of the person ("every other Tuesday", "3 days after it was done").',
  );

const remindInput = z
  .int()
  .min(0)
  .max(limits.minutesBeforeMax)
  .optional()
  .describe('To remind the person: so many minutes before it is due, 0 for "remind me".');

/** A stated time, for the tools whose input has one. */
export const dueInput = z.object({ when: whenInput, repeat: repeatInput, remind: remindInput });

/** A stated due date. */
interface DueStated {
  /** For a new task, or for a change of one. */
  readonly fieldsFor: (before?: DueColumns) => TaskDueFields;
  /** The stored date in words; undefined for a task without one. */
  readonly say: (task: DueColumns) => string | undefined;
}

/** Parses a due date. Throws the refusal of a text without a time, or with a past one. */
export async function dueFrom(
  turn: ToolContext,
  { when = '', repeat = '', remind }: z.infer<typeof dueInput>,
): Promise<DueStated> {
  const isRule = /^(?:RRULE:)?FREQ=/i.test(repeat.trim());
  const words = `${when} ${isRule ? '' : repeat}`.trim();
  const read = await startOf(turn, [words]);
  const { found, accountZone } = read;
  const rule = isRule ? repeat.trim().replace(/^RRULE:/i, '') : found.repeat;
  const fieldsFor = (before?: DueColumns): TaskDueFields => {
    const stated = (before && laterThan(before, read, words)) ?? read;
    const { start, timeZone } = (before && keptFrom(before, stated, rule)) ?? stated;
    const [date = '', time = null] = start.split('T');
    return {
      due: { date, time, timeZone: timeZone === accountZone ? null : timeZone },
      ...(rule !== null && { repeat: rule, afterCompletion: found.afterCompletion }),
      ...(remind !== undefined && { remind }),
    };
  };
  return { fieldsFor, say: (task) => sayDue(task, turn.language, read) };
}

/** "An hour later" than the task's own time; undefined if it has none, or for other words. */
function laterThan({ dueDate, dueTime, dueZone }: DueColumns, read: StatedStart, text: string) {
  const { found, accountZone, nowMs, calendar } = read;
  const { language } = found;
  if (dueDate === null || !text.toLowerCase().endsWith(` ${vocabularies[language].time.later}`))
    return undefined;
  if (dueTime === null && !found.allDay) return undefined;
  const timeZone = knownZone(dueZone, accountZone);
  const dueMs = calendar.instantOf(localFrom(dueDate, dueTime), timeZone);
  const { start } = readTime({ text, language, nowMs: dueMs, timeZone }, calendar);
  if (start === null || calendar.instantOf(start, timeZone) <= nowMs) return undefined;
  return { ...read, start, timeZone };
}

/**
 * "Move it to Friday" keeps the task's time of day, "make it 10 am" its day, unless that has passed; "every Tuesday"
 * begins at the next time that has not. Undefined if the words state both.
 */
function keptFrom(
  { dueDate, dueTime, dueZone }: DueColumns,
  { found, start, timeZone, accountZone, nowMs, calendar }: StatedStart,
  repeat: string | null,
): { readonly start: string; readonly timeZone: string } | undefined {
  if (dueDate === null) return undefined;
  const [date, time] = start.split('T');
  const isTimeAlone = found.spans.every(({ kind }) => kind === 'time');
  if (time === undefined ? dueTime === null : !isTimeAlone) return undefined;
  const kept = {
    start: time === undefined ? `${date}T${dueTime}` : `${dueDate}T${time}`,
    timeZone: timeZone === accountZone ? knownZone(dueZone, accountZone) : timeZone,
  };
  if (calendar.instantOf(kept.start, kept.timeZone) > nowMs) return kept;
  if (repeat === null) return undefined;
  const after = new Date(nowMs).toISOString();
  const [next] = calendar.occurrences({ ...kept, repeat, after, count: 1 });
  return next && { ...kept, start: next.local };
}

/** The time of a snooze to a whole day. */
const morning = '09:00';

/** Parses the end of a snooze: a time, or a length from now ("for an hour"). Throws as `dueFrom` does. */
export async function momentFrom(
  turn: ToolContext,
  words: string,
): Promise<{ readonly at: string; readonly said: string }> {
  const { plain } = vocabularies[turn.language].time;
  const [inWord = ''] = plain.in.split('|');
  const length = fold(words).replace(new RegExp(`^(?:${plain.for}) `), '');
  const { found, calendar, nowMs, ...read } = await startOf(turn, [words, `${inWord} ${length}`]);
  const start = read.start.includes('T') ? read.start : `${read.start}T${morning}`;
  return {
    at: new Date(calendar.instantOf(start, read.timeZone)).toISOString(),
    said: sayRead({ ...found, start, language: turn.language, repeat: null }, nowMs, calendar),
  };
}

/**
 * Parses a day, also a past one: `YYYY-MM-DD`, and how far away it is, in words; `span` is the first and the last day of
 * a period ("in December"), else twice this day. Throws the refusal of a text without a time.
 */
export async function dayFrom(
  turn: ToolContext,
  words: string,
): Promise<{ readonly day: string; readonly away: string; readonly span: readonly [string, string] }> {
  const { found, calendar, nowMs, timeZone } = await readFirst(turn, [words]);
  const stated = found?.start ?? found?.passed;
  if (!stated) throw new Refusal('no_time', sayNone(turn.language, found));
  const day = stated.slice(0, 'YYYY-MM-DD'.length);
  const today = calendar.dayOf(nowMs, timeZone);
  const said = partTimes(words, found?.language ?? turn.language).day;
  const [first = day, last = day] = ((said && spanOf(said, dateOf(today))) ?? []).map(dateText);
  return { day, away: sayDaysAway(day, turn.language, today), span: [first, last] };
}

/** A stated time: its local start in `timeZone`, which is the account's unless the words name another. */
interface StatedStart {
  readonly found: TimeRead;
  readonly start: string;
  readonly timeZone: string;
  readonly accountZone: string;
  readonly nowMs: number;
  readonly calendar: Calendar;
}

async function startOf(turn: ToolContext, texts: readonly string[]): Promise<StatedStart> {
  const { found, timeZone: accountZone, nowMs, calendar } = await readFirst(turn, texts);
  if (found?.past) throw new Refusal('past', sayRead(found, nowMs, calendar));
  if (!found || found.start === null) throw new Refusal('no_time', sayNone(turn.language, found));
  return { found, start: found.start, timeZone: found.timeZone, accountZone, nowMs, calendar };
}

/**
 * The first of some readings that states a time, in the language of the turn or in another one, because a model may
 * translate.
 */
async function readFirst({ deps, user, language }: ToolContext, texts: readonly string[]) {
  const { calendar, timeZone } = await placeOf(deps, user.id);
  const nowMs = deps.clock.now();
  const reads = texts.flatMap((text) =>
    [language, undefined].map((given) => readTime({ text, language: given, nowMs, timeZone }, calendar)),
  );
  const found = reads.find(({ start, past }) => start !== null || past) ?? reads[0];
  return { found, timeZone, nowMs, calendar };
}

/** Puts due dates in words; undefined for a task without one. */
export async function dueSayer({
  deps,
  user,
  language,
}: ToolContext): Promise<(task: DueColumns) => string | undefined> {
  const { calendar, timeZone: accountZone } = await placeOf(deps, user.id);
  const nowMs = deps.clock.now();
  return (task) => sayDue(task, language, { calendar, accountZone, nowMs });
}

function sayDue(
  { dueDate, dueTime, dueZone, dueAt, repeat, repeatAfterDone }: DueColumns,
  language: Language,
  { calendar, accountZone, nowMs }: Pick<StatedStart, 'calendar' | 'accountZone' | 'nowMs'>,
): string | undefined {
  if (dueDate === null || dueAt === null) return undefined;
  const timeZone = knownZone(dueZone, accountZone);
  const time = {
    start: localFrom(dueDate, dueTime),
    timeZone,
    atMs: Date.parse(dueAt),
    repeat,
    afterCompletion: repeatAfterDone === true,
  };
  return sayTime(time, language, nowMs, calendar);
}
