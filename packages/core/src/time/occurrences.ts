import { isInstant, limits, type Occurrence } from '@jarvis/contract';
import type { RRuleTemporal } from 'rrule-temporal';
import { neverHappens, type Rule, readRule, refused } from './rule.ts';

/** What is asked of a rule: see `occurrencesInput` of the contract. */
export interface OccurrencesWanted {
  /** A local date, or a local date and time. */
  readonly start: string;
  readonly timeZone: string;
  readonly repeat: string;
  /** A local time or an instant, exclusive; all from the start on without it. */
  readonly after?: string | undefined;
  /** The latest instant that is wanted, in milliseconds. */
  readonly untilMs?: number | undefined;
  readonly count: number;
}

/** The arithmetic of local times. Local times are texts: `2026-11-24`, `2026-11-24T08:30`, `2026-11-24T08:30:15`. */
export interface Calendar {
  /**
   * The instant of a local time, in milliseconds; of a date, that of its beginning. A time that does not exist moves on
   * by the change of the clocks; of two it is the first.
   */
  instantOf(local: string, timeZone: string): number;
  /** What the clocks of the zone show at an instant in milliseconds: `2026-11-24T08:30`, seconds only where there are. */
  localOf(atMs: number, timeZone: string): string;
  /** The offsets of a zone in minutes, from a time on and from each change of its clocks before another; in milliseconds. */
  offsets(timeZone: string, fromMs: number, untilMs: number): { atMs: number; minutes: number }[];
  /**
   * The next occurrences of a rule, earliest first: in plain wall clock, then the zone. Fewer than `count` where the rule
   * ends. Throws badRequest for a rule that `readRule` refuses.
   */
  occurrences(wanted: OccurrencesWanted): Occurrence[];
  /**
   * Throws badRequest for a rule that is not accepted, that happens more often than every `minutesMin` minutes, or never
   * from its start on.
   */
  checkRepeat(repeat: string, start: string, minutesMin?: number): void;
}

let loading: Promise<Calendar> | undefined;

/** Loads the libraries when times are first asked for: they take 26 ms to import and are no part of most requests. */
export function loadCalendar(): Promise<Calendar> {
  loading ??= makeCalendar();
  return loading;
}

/** Periods that are looked at for an occurrence before the rule is taken to have none: some 10 ms of work. */
const periodsMax = 400;
/** The same of a rule with COUNT, whose occurrences are counted from its start. */
const countedPeriodsMax = 3_000;
/** A list that is costly to find ends early: of processor time, so that a busy machine shows no less. */
const listMicrosecondsMax = 400_000;
/** No change of the clocks is longer; occurrences before `after` on the wall may lie after it in time. */
const changeHours = 3;

async function makeCalendar(): Promise<Calendar> {
  const [{ Temporal }, { RRuleTemporal: Library }] = await Promise.all([
    import('temporal-polyfill'),
    import('rrule-temporal'),
  ]);

  const withSeconds = (local: string) =>
    Temporal.PlainDateTime.from(local).toString({ smallestUnit: 'second' });
  const zoned = (local: string, timeZone: string) => {
    const plain = Temporal.PlainDateTime.from(local);
    return plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  };
  const wall = (local: string) => zoned(local, 'UTC');
  const shown = (plain: string) => (plain.endsWith(':00') ? plain.slice(0, 16) : plain.slice(0, 19));
  const instantOf = (local: string, timeZone: string) => zoned(local, timeZone).epochMilliseconds;
  const localOf = (atMs: number, timeZone: string) =>
    shown(
      Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs / 1_000) * 1_000)
        .toZonedDateTimeISO(timeZone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' }),
    );

  function offsets(timeZone: string, fromMs: number, untilMs: number) {
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
    new Library({
      ...rule,
      ...(until === undefined ? {} : { until: wall(until) }),
      dtstart: wall(start),
      tzid: 'UTC',
      maxIterations: periods,
      maxCandidateEvaluations: periods * 40,
    });

  /** Occurrences in plain wall clock after a local time, until the rule ends or says nothing for too long. */
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
      yield next.toPlainDateTime().toString({ smallestUnit: 'second' });
      last = wall(next.toPlainDateTime().toString());
    }
  }

  /** The same of a rule with COUNT, in one pass: each single step of the library counts from its start. */
  function* countedTimes(rule: Rule, start: string, after?: string): Generator<string> {
    const times: string[] = [];
    try {
      plan(rule, start, countedPeriodsMax).all((next) => {
        if (next.year > limits.yearMax) return false;
        times.push(next.toPlainDateTime().toString({ smallestUnit: 'second' }));
        return true;
      });
    } catch {
      // As far as it was counted.
    }
    for (const time of times) if (after === undefined || time > withSeconds(after)) yield time;
  }

  function occurrences({ start, timeZone, repeat, after, untilMs, count }: OccurrencesWanted): Occurrence[] {
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
      // Times that a change of the clocks has moved on may come after, or fall on, those that follow on the wall.
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

  const momentMs = (moment: string, timeZone: string) =>
    isInstant(moment) ? Date.parse(moment) : instantOf(moment, timeZone);

  function checkRepeat(repeat: string, start: string, minutesMin?: number): void {
    const { count, ...rule } = asYearly(readRule(repeat, minutesMin));
    if (wallTimes(rule, start).next().done) throw neverHappens();
    if (count === undefined || !(rule.byDay || rule.byMonth || rule.byMonthDay)) return;
    try {
      plan({ ...rule, count }, start, countedPeriodsMax).next(wall(`${limits.yearMax}-12-31`));
    } catch {
      throw refused('counting it to its end takes too long; give UNTIL in place of COUNT');
    }
  }

  return { instantOf, localOf, offsets, occurrences, checkRepeat };
}

/** Null where the rule has ended, or has no occurrence in as many periods as are looked at. */
function nextOf(library: RRuleTemporal, after: Parameters<RRuleTemporal['next']>[0]) {
  try {
    return library.next(after);
  } catch {
    return null;
  }
}

/** A filter of days is looked up by the year: day by day, 29 February takes the library 1,461 of its steps. */
function asYearly(rule: Rule): Rule {
  const { freq, interval, byDay, byMonth, byMonthDay } = rule;
  if (freq !== 'DAILY' || interval > 1 || !(byDay || byMonth || byMonthDay)) return rule;
  return { ...rule, freq: 'YEARLY', byDay: byDay ?? ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] };
}
