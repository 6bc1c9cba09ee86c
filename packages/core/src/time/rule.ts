import { isLocal, limits } from '@jarvis/contract';
import type { RepeatUnit } from '@jarvis/contract/repeat-text';
import { type DomainError, refusedField } from '../errors.ts';

/** The parts of a repeat rule, in the library's form. */
export interface Rule {
  readonly freq: RepeatUnit;
  readonly interval: number;
  readonly count?: number;
  /** The latest possible local time, with seconds. */
  readonly until?: string;
  readonly byDay?: string[];
  readonly byMonthDay?: number[];
  readonly byMonth?: number[];
  readonly bySetPos?: number[];
}

const minutesOf: Readonly<Record<RepeatUnit, number>> = {
  MINUTELY: 1,
  HOURLY: 60,
  DAILY: 1_440,
  WEEKLY: 10_080,
  MONTHLY: 40_320,
  YEARLY: 525_600,
};
const isUnit = (text: string): text is RepeatUnit => Object.hasOwn(minutesOf, text);

/** From Monday. */
export const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const longestMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses a rule part by part, because the library accepts `BYMONTHDAY=0`, and spends a second on rules without
 * occurrences. `minutesMin`: the minimum distance of occurrences. Throws badRequest that names the part.
 */
export function readRule(text: string, minutesMin = 1): Rule {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!partNames.has(name)) throw refused(`\`${name.slice(0, 20)}\` is not accepted`);
    if (value === '' || rest.length > 0 || parts.has(name)) throw refused(`\`${name}\` must be given once`);
    parts.set(name, value);
  }

  const freq = parts.get('FREQ') ?? '';
  if (!isUnit(freq)) throw refused('FREQ must be MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY');
  if (parts.has('COUNT') && parts.has('UNTIL')) throw refused('COUNT and UNTIL exclude each other');

  const [interval = 1] = numbers(parts, 'INTERVAL', 1, limits.repeatIntervalMax) ?? [];
  const [count] = numbers(parts, 'COUNT', 1, limits.repeatCountMax) ?? [];
  const byMonth = numbers(parts, 'BYMONTH', 1, 12);
  const byMonthDay = numbers(parts, 'BYMONTHDAY', -31, 31);
  const bySetPos = numbers(parts, 'BYSETPOS', -366, 366);
  const byDay = daysOf(parts, freq, byMonth !== undefined);
  const until = untilOf(parts.get('UNTIL'));

  if (freq === 'WEEKLY' && byMonthDay) throw refused('BYMONTHDAY does not go with WEEKLY');
  if (bySetPos) {
    const most = { WEEKLY: byDay?.length ?? 1, MONTHLY: 31, YEARLY: 366 }[freq as string] ?? 0;
    if (!byDay && !byMonthDay) throw refused('BYSETPOS needs BYDAY or BYMONTHDAY');
    if (bySetPos.every((place) => Math.abs(place) > most))
      throw refused(`BYSETPOS has no such place in ${freq}`);
  }
  const months = byMonth ?? longestMonth.map((_, index) => index + 1);
  const longest = Math.max(...months.map((month) => longestMonth[month - 1] ?? 0));
  if (byMonthDay?.every((day) => Math.abs(day) > longest)) throw neverHappens();
  if (minutesOf[freq] * interval < minutesMin)
    throw refused(`it may happen every ${minutesMin} minutes at most`);

  return {
    freq,
    interval,
    ...(count === undefined ? {} : { count }),
    ...(until === undefined ? {} : { until }),
    ...(byDay ? { byDay } : {}),
    ...(byMonthDay ? { byMonthDay } : {}),
    ...(byMonth ? { byMonth } : {}),
    ...(bySetPos ? { bySetPos } : {}),
  };
}

const partNames = new Set('FREQ INTERVAL COUNT UNTIL BYDAY BYMONTHDAY BYMONTH BYSETPOS'.split(' '));

/** COUNT and INTERVAL take one number, lists several; 0 is never valid. */
function numbers(parts: ReadonlyMap<string, string>, name: string, least: number, most: number) {
  const text = parts.get(name);
  if (text === undefined) return undefined;
  const values = text.split(',').map((part) => (/^[+-]?\d{1,4}$/.test(part) ? Number(part) : 0));
  const one = name === 'COUNT' || name === 'INTERVAL';
  if ((one && values.length > 1) || values.some((value) => value === 0 || value < least || value > most))
    throw refused(`${name} must be ${least < 0 ? `${least} to -1 or 1 to ${most}` : `${least} to ${most}`}`);
  return [...new Set(values)].sort((one, other) => one - other);
}

function daysOf(parts: ReadonlyMap<string, string>, freq: RepeatUnit, isWithinMonths: boolean) {
  const days = parts.get('BYDAY')?.split(',');
  const most = freq === 'MONTHLY' || (freq === 'YEARLY' && isWithinMonths) ? 5 : freq === 'YEARLY' ? 53 : 0;
  for (const day of days ?? []) {
    const [, place, weekday = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(day) ?? [];
    if (!weekdayNames.includes(weekday)) throw refused('BYDAY must be MO, TU, WE, TH, FR, SA or SU');
    const number = Math.abs(Number(place ?? 1));
    if (place !== undefined && (number === 0 || number > most))
      throw refused(
        most === 0 ? `BYDAY has no numbers with ${freq}` : `numbers of BYDAY must be 1 to ${most}`,
      );
  }
  return days && [...new Set(days)];
}

function untilOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day, hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/.exec(text) ?? [];
  const until = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (!isLocal(until))
    throw refused('UNTIL must be a local date such as 20261231, or 20261231T080000 without Z');
  return until;
}

export const neverHappens = (): DomainError => refused('it never happens');

export const refused = (why: string): DomainError =>
  refusedField('repeat', `The repeat rule is not accepted: ${why}.`);

/** Whether a rule repeats by hours or minutes: such a repeat needs a time of day. */
export const isWithinDays = (repeat: string): boolean =>
  ['HOURLY', 'MINUTELY'].includes(readRule(repeat).freq);
