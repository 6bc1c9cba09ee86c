import type { RepeatUnit } from '@jarvis/contract/repeat-text';
import { weekdayNames } from '../rule.ts';
import type { Day } from './days/day.ts';
import { holidayIn } from './days/holidays.ts';
import { daysInMonth, type PlainDate } from './days/plain-date.ts';
import { everyEdge, type Repeat } from './rules/repeat-grammar.ts';

export interface Anchored {
  readonly repeat: Repeat;
  /** The first day, if the rule does not determine it. */
  readonly first?: Day;
}

/** A repeat with the day stated next to it: "every month on the 15th", "yearly on 24 December". */
export function anchored(repeat: Repeat, day: Day | undefined, today: PlainDate): Anchored {
  if (!day) return { repeat };
  const isOpen = !repeat.weekdays && !repeat.monthDays && !repeat.nth;
  if (!isOpen) return { repeat, first: day };
  if (repeat.unit === 'week' && day.is === 'weekday' && !day.which)
    return { repeat: { ...repeat, weekdays: [day.weekday] } };
  if (repeat.unit === 'month') {
    if (day.is === 'date' && day.month === undefined && day.months === undefined)
      return { repeat: { ...repeat, monthDays: [day.day] } };
    if (day.is === 'nth' && day.month === undefined)
      return { repeat: { ...repeat, nth: { nth: [day.nth], weekday: day.weekday } } };
    // "Every month on the last Friday"
    if (day.is === 'weekday' && day.which === -1)
      return { repeat: { ...repeat, nth: { nth: [-1], weekday: day.weekday } } };
  }
  if (day.is === 'edge' && day.month === undefined) {
    const edges = everyEdge(day.edge, day.unit)?.repeat;
    if (edges?.unit === repeat.unit) return { repeat: { ...edges, every: repeat.every }, first: day };
  }
  if (repeat.unit === 'year') {
    if (day.is === 'date' && day.month !== undefined && day.year === undefined)
      return { repeat: { ...repeat, months: [day.month], monthDays: [day.day] } };
    if (day.is === 'nth' && day.month !== undefined)
      return { repeat: { ...repeat, months: [day.month], nth: { nth: [day.nth], weekday: day.weekday } } };
    if (day.is === 'period' && day.month !== undefined)
      return { repeat: { ...repeat, months: [day.month], monthDays: [1] } };
    if (day.is === 'holiday') {
      const [one, other] = [holidayIn(day.name, today.year), holidayIn(day.name, today.year + 1)];
      if (one && one.month === other?.month && one.day === other.day)
        return { repeat: { ...repeat, months: [one.month], monthDays: [one.day] } };
    }
  }
  return { repeat, first: day };
}

const frequencies: Readonly<Record<Repeat['unit'], RepeatUnit>> = {
  minute: 'MINUTELY',
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
};

/**
 * The rule without its end. In a month without the day, the month's last day counts. For a repeat from completion, the
 * start does not determine the days.
 */
export function repeatRule(repeat: Repeat, start: PlainDate, isAfterDone = false): string {
  const { unit, every, weekdays, nth } = repeat;
  const isOpen = !weekdays && !repeat.monthDays && !nth;
  const isMonthly = unit === 'month' || unit === 'year';
  const needsDay =
    isOpen && isMonthly && !isAfterDone && start.day > 28 && (unit === 'month' || start.month === 2);
  const monthDays = needsDay ? [start.day] : repeat.monthDays;
  const months = repeat.months ?? (needsDay && unit === 'year' ? [start.month] : undefined);
  const parts = [`FREQ=${frequencies[unit]}`];
  if (every > 1) parts.push(`INTERVAL=${every}`);
  if (months) parts.push(`BYMONTH=${months.join(',')}`);
  if (weekdays) parts.push(`BYDAY=${weekdays.map((day) => weekdayNames[day - 1]).join(',')}`);
  if (nth?.weekday === 'workday') parts.push('BYDAY=MO,TU,WE,TH,FR', `BYSETPOS=${nth.nth.join(',')}`);
  else if (nth?.weekday !== undefined) {
    const name = weekdayNames[nth.weekday - 1];
    parts.push(`BYDAY=${nth.nth.map((place) => `${place}${name}`).join(',')}`);
  } else if (nth) parts.push(`BYMONTHDAY=${nth.nth.join(',')}`);
  if (monthDays) parts.push(...monthDayParts(monthDays, unit === 'year' ? months : undefined));
  return parts.join(';');
}

function monthDayParts(monthDays: readonly number[], months: readonly number[] | undefined): string[] {
  const [day = 1, ...others] = [...new Set(monthDays)].sort((one, other) => one - other);
  if (others.length > 0)
    return [`BYMONTHDAY=${[day, ...others].map((each) => (each === 31 ? -1 : each)).join(',')}`];
  const isFebruary = months?.join() === '2';
  if (months && !isFebruary)
    return [`BYMONTHDAY=${Math.min(day, ...months.map((month) => daysInMonth(2000, month)))}`];
  if (day <= 28) return [`BYMONTHDAY=${day}`];
  if (day === 31) return ['BYMONTHDAY=-1'];
  const days = Array.from({ length: (isFebruary ? 29 : day) - 27 }, (_, index) => 28 + index);
  return [`BYMONTHDAY=${days.join(',')}`, 'BYSETPOS=-1'];
}
