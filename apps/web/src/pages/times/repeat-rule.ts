import { dayAfter, weekdayOf } from './local-time.ts';

export const repeatChoices = ['DAILY', 'workdays', 'WEEKLY', 'twoWeeks', 'MONTHLY', 'YEARLY'] as const;
type RepeatChoice = (typeof repeatChoices)[number];

/** The unit of each frequency, by `Intl`'s name. */
export const units = {
  MINUTELY: 'minute',
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
} as const;

const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** The rule of a choice that begins on this date. In months without the day, the last day counts. */
export function ruleOf(choice: RepeatChoice, date: string): string {
  const day = Number(date.slice(8));
  const monthDay =
    day === 31
      ? 'BYMONTHDAY=-1'
      : day > 28
        ? `BYMONTHDAY=${[28, 29, 30].filter((one) => one <= day)};BYSETPOS=-1`
        : `BYMONTHDAY=${day}`;
  const weekday = dayNames[weekdayOf(date)];
  const rules: Record<RepeatChoice, string> = {
    DAILY: 'FREQ=DAILY',
    workdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    WEEKLY: `FREQ=WEEKLY;BYDAY=${weekday}`,
    twoWeeks: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    MONTHLY: `FREQ=MONTHLY;${monthDay}`,
    YEARLY: date.endsWith('02-29') ? 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1' : 'FREQ=YEARLY',
  };
  return rules[choice];
}

/** A choice in a form: one of the usual rules, none (''), or the stored one if it is not usual. */
export type FormChoice = RepeatChoice | '' | 'kept';

export function choiceOf(repeat: string | null, date: string): FormChoice {
  if (repeat === null) return '';
  return repeatChoices.find((choice) => ruleOf(choice, date) === repeat) ?? 'kept';
}

/** The rule of a form's choice; `kept` is the stored one. */
export function ruleChosen(choice: FormChoice, date: string, kept: string | null): string | null {
  if (choice === '') return null;
  return choice === 'kept' ? kept : ruleOf(choice, date);
}

/** The parts of a rule that the service has validated. */
export function partsOf(rule: string) {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  return {
    freq: (parts.get('FREQ') ?? 'DAILY') as keyof typeof units,
    interval: Number(parts.get('INTERVAL') ?? 1),
    /** Each with its position in the month, 0 for none. */
    days: list('BYDAY').map((day) => ({
      place: Number(day.slice(0, -2) || 0),
      weekday: dayNames.findIndex((name) => day.endsWith(name)),
    })),
    monthDays: list('BYMONTHDAY').map(Number),
    months: list('BYMONTH').map(Number),
    /** The rule takes the last of its days. */
    takesLast: parts.get('BYSETPOS') === '-1',
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined,
    until: parts.get('UNTIL')?.replace(/^(....)-?(..)-?(..).*$/, '$1-$2-$3'),
  };
}

/** Sunday 4 January 1970, for the names of weekdays. */
export const dateOfWeekday = (weekday: number): string => dayAfter('1970-01-04', weekday);
