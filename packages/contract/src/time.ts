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

const date = '(?:19[7-9]\\d|2\\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const minute = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const time = `${minute}(?::[0-5]\\d)?`;
/** Only seconds have a fraction: `Date.parse` knows none of minutes. */
const exact = `${minute}(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]${minute})`;
/** As the document shows them; it cannot say that a month has fewer than 31 days. Years: `limits.yearMin`, `yearMax`. */
const forms = {
  localDate: `^${date}$`,
  localTime: `^${time}$`,
  minuteOfDay: `^${minute}$`,
  local: `^${date}(?:T${time})?$`,
  instant: `^${date}T${exact}$`,
  moment: `^${date}(?:T(?:${time}|${exact}))?$`,
};

const isDay = (text: string) => new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10));
const has = (form: keyof typeof forms) => {
  const pattern = new RegExp(forms[form]);
  return (text: string): boolean => pattern.test(text) && (!forms[form].includes(date) || isDay(text));
};

/** Whether the date exists: `2026-02-30` does not. */
export const isLocalDate: (text: string) => boolean = has('localDate');
/** A local date, or a local date and time: `2026-11-24`, `2026-11-24T08:30`, `2026-11-24T08:30:15`. */
export const isLocal: (text: string) => boolean = has('local');
/** An instant with Z or an offset: `2026-11-24T08:30:00Z`, `2026-11-24T08:30+01:00`. */
export const isInstant: (text: string) => boolean = has('instant');

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

const ofForm = (form: keyof typeof forms, description: string, example: string) =>
  anyText()
    .max(100)
    .refine(has(form), { error: form })
    .meta({ description, examples: [example], pattern: forms[form] });

/** A valid date of the accepted years: `2026-11-24`. */
export const localDate = () => ofForm('localDate', 'A local date.', '2026-11-24');
/** A time of day, with or without seconds: `08:30`. */
export const localTime = () => ofForm('localTime', 'A local time of day.', '08:30');
/** A name that `isTimeZone` accepts. */
export const timeZoneName = () =>
  anyText()
    .max(100)
    .refine(isTimeZone, { error: 'timeZone' })
    .meta({ description: 'A time zone of the IANA database.', examples: ['Europe/Rome'] });
/** A local date, with or without a time of day. */
export const local = (description: string) => ofForm('local', description, '2026-11-24T08:30');
/** A local date and time, or an instant with an offset. */
export const moment = (description: string) => ofForm('moment', description, '2026-11-24T08:30');
/** An instant with an offset. */
export const instant = (description: string) => ofForm('instant', description, '2026-11-24T08:30:00Z');

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

/** The channels outside the app. */
export const outsideChannels = ['push', 'mail', 'webhook'] as const;
export type OutsideChannel = (typeof outsideChannels)[number];
/** The channels of notifications. The list in the app always has them. */
export const channels = ['app', ...outsideChannels] as const;
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
const minuteOfDay = () => ofForm('minuteOfDay', 'A local time of day.', '09:00');

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
