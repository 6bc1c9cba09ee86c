import { z } from 'zod';
import { textLanguages } from './account/account.ts';
import { limits } from './limits.ts';
import {
  anyText,
  described,
  shownFlag,
  shownInt,
  shownText,
  strictBoolean,
  strictInt,
  timestamp,
} from './primitives/text.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
const instantPattern = /^([^T]+)T([^T]+?)(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Whether the date exists: `2026-02-30` does not. */
export function isLocalDate(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  if (year < limits.yearMin || year > limits.yearMax) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const isLocalTime = (text: string): boolean => timePattern.test(text);

/** A local date, or a local date and time: `2026-11-24`, `2026-11-24T08:30`, `2026-11-24T08:30:15`. */
export function isLocal(text: string): boolean {
  const [date = '', time, ...rest] = text.split('T');
  return isLocalDate(date) && rest.length === 0 && (time === undefined || isLocalTime(time));
}

/** An instant with Z or an offset: `2026-11-24T08:30:00Z`, `2026-11-24T08:30+01:00`. */
export function isInstant(text: string): boolean {
  const [, date = '', time = ''] = instantPattern.exec(text) ?? [];
  return isLocalDate(date) && isLocalTime(time);
}

/** A name of the tz database that this runtime knows: with a slash, or `UTC`. An offset is not a name. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z]\w*(?:[/+-]\w+)*\/[\w+-]+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const checked = (test: (text: string) => boolean, error: string) =>
  anyText().max(100).refine(test, { error });

/** A valid date of the accepted years: `2026-11-24`. */
export const localDate = () =>
  checked(isLocalDate, 'localDate').meta({ description: 'A local date.', examples: ['2026-11-24'] });
/** A time of day, with or without seconds: `08:30`. */
export const localTime = () =>
  checked(isLocalTime, 'localTime').meta({ description: 'A local time of day.', examples: ['08:30'] });
/** A name that `isTimeZone` accepts. */
export const timeZoneName = () =>
  checked(isTimeZone, 'timeZone').meta({
    description: 'A time zone of the IANA database.',
    examples: ['Europe/Rome'],
  });
/** A local date, with or without a time of day. */
export const local = (description: string) =>
  checked(isLocal, 'local').meta({ description, examples: ['2026-11-24T08:30'] });
/** A local date and time, or an instant with an offset. */
export const moment = (description: string) =>
  checked((text) => isLocal(text) || isInstant(text), 'moment').meta({
    description,
    examples: ['2026-11-24T08:30'],
  });

/** In capitals, in which every reader compares its parts. packages/core/src/time/rule.ts validates the rule itself. */
export const repeatRule = () =>
  described(
    anyText().toUpperCase().min(1).max(limits.repeatCharsMax),
    'An RRULE without DTSTART: FREQ (MINUTELY to YEARLY), INTERVAL, COUNT or UNTIL, BYDAY, BYMONTHDAY, BYMONTH and BYSETPOS. `UNTIL` is a local date, or a local date and time without `Z`.',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  );

export const occurrencesInput = z.object({
  start: local('The local time from which the rule counts; an occurrence only if it matches the rule.'),
  timeZone: timeZoneName(),
  repeat: repeatRule(),
  after: moment('Only occurrences after this local time or instant; by default, all.').optional(),
  count: strictInt(1, limits.occurrencesMax, {
    description: `The maximum number of occurrences, 1-${limits.occurrencesMax}.`,
    examples: [5],
  }).default(5),
});

export const occurrence = z.object({
  local: shownText('The local time; a date if the start is one.', '2026-11-24T08:30'),
  at: timestamp('The instant; for a date, the start of the day.'),
});
export type Occurrence = z.infer<typeof occurrence>;
export const occurrencesOutput = z.object({ occurrences: z.array(occurrence).max(limits.occurrencesMax) });

/** A sentence that states a time, unchanged, because the answer points into it. */
export const timeText = () =>
  anyText()
    .min(1, { abort: true })
    .max(limits.timeTextCharsMax)
    .refine((text) => text.trim() !== '', { error: 'blank' });

export const parseTimeInput = z.object({
  text: timeText().meta({
    description: 'A sentence in English, German or Italian.',
    examples: ['call Grace tomorrow at 9'],
  }),
  language: described(
    z.enum(textLanguages).optional(),
    'The language of the text; detected by default.',
    'en',
  ),
  now: moment('The time to which the text is relative; by default, now.').optional(),
  /** The account's zone if omitted. */
  timeZone: timeZoneName().optional(),
});
export type ParseTimeInput = z.infer<typeof parseTimeInput>;

const place = shownInt('In UTF-16 code units.', 11);

export const parseTimeOutput = z.object({
  title: shownText('The text without its times, and without "remind me to".', 'call Grace'),
  start: described(
    z.string().nullable(),
    'A local date, or date and time, in `timeZone`; null if the text contains no time, or a past one.',
    '2026-11-24T09:00',
  ),
  allDay: shownFlag('`start` is a date.', false),
  timeZone: shownText('The zone in the text, else the given one.', 'Europe/Rome'),
  at: timestamp('The instant of the start; null for a date.').nullable(),
  repeat: described(z.string().nullable(), 'An RRULE without DTSTART.', 'FREQ=WEEKLY;BYDAY=MO'),
  afterCompletion: shownFlag('The next one counts from the completion of this one.', false),
  kind: z.enum(['task', 'reminder', 'ask']).meta({
    description:
      'A request for a reminder, a request to be told something at that time (`ask`), or any other text.',
  }),
  past: shownFlag('The time in the text has passed; `said` names it.', false),
  spans: z
    .array(z.object({ start: place, end: place, kind: z.enum(['date', 'time', 'repeat']) }))
    .meta({ description: 'The parts of the text that state a time, in order.' }),
  said: shownText(
    'The understood time in words, in the language of the text.',
    'Tue 24 Nov, 09:00 (Europe/Rome), in 22 h',
  ),
});

/** The channels of notifications. The list in the app always has them. */
export const channels = ['app', 'push', 'mail', 'webhook'] as const;
export type Channel = (typeof channels)[number];
const channelList = () =>
  described(
    z
      .array(z.enum(channels))
      .max(channels.length)
      .refine((list) => list.includes('app') && new Set(list).size === list.length, { error: 'channels' }),
    'Always includes `app`.',
    ['app', 'push'],
  );
const channelsByKind = z
  .object({ reminder: channelList(), day: channelList(), schedule: channelList() })
  .meta({ description: 'The channels of each kind of notification; those that are not set up are skipped.' });
export type Channels = z.infer<typeof channelsByKind>;

/** A time of day to the minute. */
const minuteOfDay = () =>
  checked((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'minuteOfDay').meta({
    description: 'A local time of day.',
    examples: ['09:00'],
  });

export const timeSettings = z.object({
  timeZone: timeZoneName(),
  daySummary: described(strictBoolean(), 'Whether to send a summary of each day with due tasks.', true),
  dayTime: minuteOfDay().describe('The time of the day summary, and of reminders for tasks without a time.'),
  quiet: z
    .object({ from: minuteOfDay(), until: minuteOfDay() })
    .refine(({ from, until }) => from !== until, { error: 'quiet' })
    .nullable()
    .meta({
      description:
        'Quiet hours, in local time: nothing is sent outside the app, except reminders at their time.',
      examples: [{ from: '22:00', until: '07:00' }],
    }),
  channels: channelsByKind,
  lockScreenTitles: described(strictBoolean(), 'Whether push notifications contain the title.', true),
});
export type TimeSettings = z.infer<typeof timeSettings>;
export const timeSettingsOutput = z.object({ timeSettings });
/** Only the given kinds of `channels` change. */
export const changeTimeSettingsInput = timeSettings
  .extend({ channels: channelsByKind.partial() })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), { error: 'nothing' });
export type TimeSettingsChange = z.infer<typeof changeTimeSettingsInput>;
/** Sent by the app when it starts. */
export const browserZoneInput = z.object({ timeZone: timeZoneName() });
export const browserZoneOutput = z.object({ timeSettings, differs: z.boolean() });
