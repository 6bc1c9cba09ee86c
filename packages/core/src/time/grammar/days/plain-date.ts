import { limits } from '@jarvis/contract';

/** A day of the calendar, without a zone. Months are 1 to 12. */
export interface PlainDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const dayMs = 86_400_000;
const dayNumber = ({ year, month, day }: PlainDate): number => Date.UTC(year, month - 1, day) / dayMs;

const ofNumber = (days: number): PlainDate => {
  const date = new Date(days * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Whether the calendar has the date, in the years that the contract accepts. */
export const isDate = ({ year, month, day }: PlainDate): boolean =>
  year >= limits.yearMin &&
  year <= limits.yearMax &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= daysInMonth(year, month);

export const plusDays = (date: PlainDate, days: number): PlainDate => ofNumber(dayNumber(date) + days);

/** Keeps the day of the month, or takes the month's last day. */
export function plusMonths({ year, month, day }: PlainDate, months: number): PlainDate {
  const index = year * 12 + month - 1 + months;
  const to = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  return { ...to, day: Math.min(day, daysInMonth(to.year, to.month)) };
}

/** 1 is Monday, 7 Sunday. */
export const weekdayOf = (date: PlainDate): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

export const isBefore = (one: PlainDate, other: PlainDate): boolean => dayNumber(one) < dayNumber(other);

/** `2026-11-24`. */
export const dateText = ({ year, month, day }: PlainDate): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

export function dateOf(text: string): PlainDate {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  return { year, month, day };
}

export const two = (value: number): string => String(value).padStart(2, '0');
