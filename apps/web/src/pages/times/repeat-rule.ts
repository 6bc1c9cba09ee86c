import { weekdayOf } from './local-time.ts';

export const repeatChoices = ['DAILY', 'workdays', 'WEEKLY', 'twoWeeks', 'MONTHLY', 'YEARLY'] as const;
type RepeatChoice = (typeof repeatChoices)[number];

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
