import { isLocal, limits, type Occurrence, type occurrencesInput } from '@jarvis/contract';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import { isWithinDays, neverHappens, type Rule, readRule, refused, weekdayNames } from './rule.ts';

/*
 * Calculations with local times, which are strings: `2026-11-24`, `2026-11-24T08:30`, `2026-11-24T08:30:15`. The
 * libraries take 26 ms to import, so that this module is loaded by `loadCalendar` only.
 */

/** `untilMs`: the latest instant to return, in milliseconds. */
type OccurrencesWanted = z.infer<typeof occurrencesInput> & { readonly untilMs?: number | undefined };

/**
 * The maximum number of periods to search for an occurrence before the rule counts as having none: some 10 ms of work.
 */
const periodsMax = 400;
/** The same for a rule with COUNT, whose occurrences are counted from its start. */
const countedPeriodsMax = 3_000;
/** A costly list ends early. Counts processor time, so that a busy machine returns as many. */
const listMicrosecondsMax = 400_000;
/** Longer than any clock change: an occurrence before `after` in local time may be after it in real time. */
const changeHours = 3;

const withSeconds = (local: string) =>
  Temporal.PlainDateTime.from(local).toString({ smallestUnit: 'second' });
const zoned = (local: string, timeZone: string) => {
  const plain = Temporal.PlainDateTime.from(local);
  return plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
};
const wall = (local: string) => zoned(local, 'UTC');
const shown = (plain: string) => (plain.endsWith(':00') ? plain.slice(0, 16) : plain.slice(0, 19));

/**
 * The instant of a local time, in milliseconds; for a date, the beginning of the day. A local time that does not
 * exist is moved forward by the clock change; of two possible instants, the first one counts.
 */
export const instantOf = (local: string, timeZone: string): number =>
  zoned(local, timeZone).epochMilliseconds;

/** The instant of a moment of the contract, in milliseconds: a local time, or an instant with an offset. */
export const momentMs = (moment: string, timeZone: string): number =>
  isLocal(moment) ? instantOf(moment, timeZone) : Date.parse(moment);

/** The local time at an instant in milliseconds: `2026-11-24T08:30`, with seconds only if they are not zero. */
export const localOf = (atMs: number, timeZone: string): string =>
  shown(
    Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs / 1_000) * 1_000)
      .toZonedDateTimeISO(timeZone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' }),
  );

/** The local date at an instant in milliseconds. */
export const dayOf = (atMs: number, timeZone: string): string => localOf(atMs, timeZone).slice(0, 10);

/**
 * The local time at an instant in milliseconds, from which `instantOf` returns to it: in UTC in the hour that clocks
 * repeat, because of two possible instants the first one counts.
 */
export function exactLocalOf(
  atMs: number,
  timeZone: string,
): { readonly start: string; readonly timeZone: string } {
  const start = localOf(atMs, timeZone);
  const isFirst = instantOf(start, timeZone) === Math.floor(atMs / 1_000) * 1_000;
  return isFirst ? { start, timeZone } : { start: localOf(atMs, 'UTC'), timeZone: 'UTC' };
}

/** The offsets of a zone in minutes: at `fromMs`, and from each clock change before `untilMs`, in milliseconds. */
export function offsets(
  timeZone: string,
  fromMs: number,
  untilMs: number,
): { atMs: number; minutes: number }[] {
  const found: { atMs: number; minutes: number }[] = [];
  let at: ReturnType<typeof zoned> | null =
    Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone);
  while (at && at.epochMilliseconds < untilMs) {
    found.push({ atMs: at.epochMilliseconds, minutes: Math.round(at.offsetNanoseconds / 60e9) });
    at = at.getTimeZoneTransition('next');
  }
  return found;
}

const plan = ({ until, ...rule }: Rule, start: string, periods: number): RRuleTemporal =>
  new RRuleTemporal({
    ...rule,
    ...(until === undefined ? {} : { until: wall(until) }),
    dtstart: wall(start),
    tzid: 'UTC',
    maxIterations: periods,
    maxCandidateEvaluations: periods * 40,
  });

/** Occurrences in local time after a local time, until the rule ends or has none for too many periods. */
function* wallTimes(rule: Rule, start: string, after?: string): Generator<string> {
  if (rule.count !== undefined) {
    yield* countedTimes(rule, start, after);
    return;
  }
  const library = plan(rule, start, periodsMax);
  let last = after === undefined ? wall(start).subtract({ seconds: 1 }) : wall(after);
  for (;;) {
    const next = nextOf(library, last);
    if (!next || next.year > limits.yearMax) return;
    if (hasPlace(next, rule)) yield next.toPlainDateTime().toString({ smallestUnit: 'second' });
    last = wall(next.toPlainDateTime().toString());
  }
}

/** The same of a rule with COUNT, in one pass: each single step of the library counts from its start. */
function* countedTimes(rule: Rule, start: string, after?: string): Generator<string> {
  const { count = 0, ...uncounted } = rule;
  const times: string[] = [];
  try {
    plan(uncounted, start, countedPeriodsMax).all((next) => {
      if (next.year > limits.yearMax) return false;
      if (hasPlace(next, rule)) times.push(next.toPlainDateTime().toString({ smallestUnit: 'second' }));
      return times.length < count;
    });
  } catch {
    // The occurrences counted so far.
  }
  for (const time of times) if (after === undefined || time > withSeconds(after)) yield time;
}

/**
 * The next occurrences of a rule, earliest first: calculated in local time, then converted with the zone. Fewer than
 * `count` if the rule ends. Throws badRequest for a rule that `readRule` refuses.
 */
export function occurrences({
  start,
  timeZone,
  repeat,
  after,
  untilMs,
  count,
}: OccurrencesWanted): Occurrence[] {
  const rule = asYearly(readRule(repeat));
  const allDay = !start.includes('T');
  const startsAt = instantOf(start, timeZone);
  const afterMs = after === undefined ? undefined : momentMs(after, timeZone);
  const from =
    afterMs === undefined || afterMs < startsAt
      ? undefined
      : localOf(afterMs - changeHours * 3_600_000, timeZone);
  const begun = process.cpuUsage();
  const found: Occurrence[] = [];
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const plain of wallTimes(rule, start, from)) {
    const atMs = instantOf(plain, timeZone);
    // An occurrence moved forward by a clock change may be later than the next one, or equal to it.
    if (atMs <= lastMs) continue;
    if (untilMs !== undefined && atMs > untilMs) break;
    lastMs = atMs;
    if (afterMs !== undefined && atMs <= afterMs) continue;
    const onTheWall = localOf(atMs, timeZone);
    found.push({ local: allDay ? plain.slice(0, 10) : onTheWall, at: new Date(atMs).toISOString() });
    if (found.length === count || process.cpuUsage(begun).user > listMicrosecondsMax) break;
  }
  return found;
}

/**
 * Throws badRequest for a rule that is invalid, that has occurrences less than `minutesMin` minutes apart or more than
 * one on a day without times, or that has none from its start on.
 */
export function checkRepeat(repeat: string, start: string, minutesMin?: number): void {
  const { count, ...rule } = asYearly(readRule(repeat, minutesMin));
  if (!start.includes('T') && isWithinDays(repeat)) throw refused('hours and minutes need a time of day');
  // The library ignores BYMONTHDAY there.
  if (rule.freq === 'YEARLY' && !rule.byMonth && rule.byMonthDay && rule.byDay?.some((day) => day.length > 2))
    throw refused('a yearly BYMONTHDAY does not go with numbers of BYDAY without BYMONTH');
  if (wallTimes(rule, start).next().done) throw neverHappens();
  if (count === undefined || !(rule.byDay || rule.byMonth || rule.byMonthDay)) return;
  try {
    plan({ ...rule, count }, start, countedPeriodsMax).next(wall(`${limits.yearMax}-12-31`));
  } catch {
    throw refused('counting it to its end takes too long; give UNTIL in place of COUNT');
  }
}

/** Whether a day has its place in the year: in a year with 52 Mondays, the library counts one of the next as the 53rd. */
function hasPlace(
  { dayOfWeek, dayOfYear, daysInYear }: Temporal.ZonedDateTime,
  { freq, byMonth, byDay }: Rule,
): boolean {
  if (freq !== 'YEARLY' || byMonth || !byDay?.some((day) => /^[+-]?53/.test(day))) return true;
  const name = weekdayNames[dayOfWeek - 1] ?? '';
  const places = [Math.ceil(dayOfYear / 7), -Math.ceil((daysInYear - dayOfYear + 1) / 7)];
  return byDay.some(
    (day) => day.endsWith(name) && (day === name || places.includes(Number.parseInt(day, 10))),
  );
}

/** Null if the rule has ended, or has no occurrence within the maximum number of periods. */
function nextOf(library: RRuleTemporal, after: Parameters<RRuleTemporal['next']>[0]) {
  try {
    return library.next(after);
  } catch {
    return null;
  }
}

/** Applies a filter of days by the year: day by day, 29 February takes the library 1,461 steps. */
function asYearly(rule: Rule): Rule {
  const { freq, interval, byDay, byMonth, byMonthDay } = rule;
  if (freq !== 'DAILY' || interval > 1 || !(byDay || byMonth || byMonthDay)) return rule;
  return { ...rule, freq: 'YEARLY', byDay: byDay ?? [...weekdayNames] };
}
