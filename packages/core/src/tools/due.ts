import { limits, type TaskDueFields } from '@jarvis/contract';
import { z } from 'zod';
import type { TaskRow } from '../tasks/due.ts';
import { readTime, type TimeRead } from '../time/grammar/read-time.ts';
import { sayRead } from '../time/parse.ts';
import { sayTime } from '../time/said.ts';
import { placeOf } from '../time/settings.ts';
import { refuse, type ToolContext, type WriteRefusal } from './tool-context.ts';

const wordsMax = 300;

export const whenInput = z
  .string()
  .max(wordsMax)
  .optional()
  .describe(
    'When it is due: the time in the words of the person, unchanged ("tomorrow at 9", "übermorgen um halb neun"), or local `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`. Do not work out dates yourself.',
  );
export const repeatInput = z
  .string()
  .max(wordsMax)
  .optional()
  .describe(
    'How it repeats, in the words of the person ("every other Tuesday", "3 days after it was done").',
  );

export const remindInput = z
  .int()
  .min(0)
  .max(limits.minutesBeforeMax)
  .optional()
  .describe('To remind the person: so many minutes before it is due, 0 for "remind me".');

/** What was understood of the words, and its sentence for the person. */
export interface DueSaid {
  readonly fields: TaskDueFields;
  readonly said: string;
}

/** Reads when something is due. Refuses words that say no time, or one that has passed. */
export async function dueFrom(
  { deps, user, language }: ToolContext,
  {
    when = '',
    repeat = '',
    remind,
  }: {
    readonly when?: string | undefined;
    readonly repeat?: string | undefined;
    readonly remind?: number | undefined;
  },
): Promise<DueSaid | WriteRefusal> {
  const { calendar, timeZone } = await placeOf(deps, user.id);
  const nowMs = deps.clock.now();
  const isRule = /^(?:RRULE:)?FREQ=/i.test(repeat.trim());
  const text = `${when} ${isRule ? '' : repeat}`.trim();
  const read = (given: typeof language | undefined): TimeRead =>
    readTime({ text, language: given, nowMs, timeZone }, calendar);
  const inOurs = read(language);
  // A model may have put the words into another language.
  const found = inOurs.start === null && !inOurs.past ? read(undefined) : inOurs;
  const rule = isRule ? repeat.trim().replace(/^RRULE:/i, '') : found.repeat;
  if (found.past) return refuse('past', sayRead(found, nowMs, calendar));
  if (found.start === null) return refuse('no_time', sayRead({ ...found, language }, nowMs, calendar));
  const [date = '', time = null] = found.start.split('T');
  return {
    fields: {
      due: { date, time, timeZone: found.timeZone === timeZone ? null : found.timeZone },
      ...(rule !== null && { repeat: rule, afterCompletion: found.afterCompletion }),
      ...(remind !== undefined && { remind }),
    },
    said: sayRead({ ...found, language, repeat: rule }, nowMs, calendar),
  };
}

/** Says when tasks are due; undefined of one that is due at no time. */
export async function dueSayer({
  deps,
  user,
  language,
}: ToolContext): Promise<(task: TaskRow) => string | undefined> {
  const { calendar, timeZone: accountZone } = await placeOf(deps, user.id);
  const nowMs = deps.clock.now();
  return ({ dueDate, dueTime, dueZone, dueAt, repeat, repeatAfterDone }) => {
    if (dueDate === null || dueAt === null) return undefined;
    const timeZone = dueZone ?? accountZone;
    const start = dueTime === null ? dueDate : `${dueDate}T${dueTime}`;
    const today = calendar.localOf(nowMs, timeZone).slice(0, 10);
    const time = {
      start,
      timeZone,
      atMs: Date.parse(dueAt),
      repeat,
      afterCompletion: repeatAfterDone === true,
    };
    return sayTime(time, language, nowMs, today);
  };
}
