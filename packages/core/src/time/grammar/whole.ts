import type { Part } from '../../language/time/time-words.ts';
import type { Day, Duration } from './days/day.ts';
import type { Clock } from './rules/clock-grammar.ts';
import { type Fragment, isBeside, type Stated } from './rules/fragments.ts';
import { type Repeat, type RepeatSaid, withoutExceptions } from './rules/repeat-grammar.ts';
import type { Lexemes } from './words/senses.ts';

/** Everything that a sentence states about its time; the first statement on each part counts. */
export interface Whole {
  readonly day?: Day;
  readonly elapsed?: Duration;
  readonly iso?: string;
  readonly hour?: number;
  readonly clock?: Clock;
  readonly part?: Part;
  readonly zone?: string;
  readonly repeat?: RepeatSaid;
  /** The end of a repeat: its last day, and of a repeat of minutes or hours the last time of day. */
  readonly end?: Pick<Whole, 'day' | 'clock' | 'part'>;
  /** The lead before the stated time. */
  readonly lead?: Duration;
  /** An alarm without a half of the day is in the morning. */
  readonly wakes?: boolean;
}

/**
 * Merges the fragments. Leaves out a fragment that repeats the statement of another one; `all` has as well the times of
 * day beside the first one: "at 8, at noon and at 6".
 */
export function joined(
  fragments: readonly Fragment[],
  lexemes: readonly Lexemes[],
): { whole: Whole; used: Fragment[]; all: Fragment[] } {
  const main = fragments.map(({ said }) => said.repeat?.repeat).find((repeat) => repeat !== undefined);
  const repeats = main !== undefined;
  const isShort = main?.unit === 'minute' || main?.unit === 'hour';
  const isNear = fragments.some(({ said }) => /^(?:fromToday|weekday)$/.test(said.day?.day?.is ?? ''));
  const isAhead = repeats || fragments.some((one) => (one.said.day ?? one.said.until) && !isOver(one, false));
  let whole: Whole = {};
  const used: Fragment[] = [];
  const all: Fragment[] = [];
  let ends: Fragment | undefined;
  const isTimed = (length: Duration) =>
    fragments.some(({ said }) => said.time || (length.seconds === 0 && said.day));
  for (const [index, fragment] of fragments.entries()) {
    const { lead, part, repeat, time } = fragment.said;
    const begin = lexemes[fragment.start];
    // "3 times every day"; not "for 3 times"
    const next = fragments[index + 1];
    if (repeat?.count && !begin?.for && next?.said.repeat && next.start === fragment.end) continue;
    // "Walk for 30 minutes every day" says how long it takes, not how long it repeats.
    if (main && repeat?.lasts && !isLongerThan(repeat.lasts, main)) continue;
    // "The payslip of May tomorrow": beside a nearer day, a month or a year describes a thing.
    if (isNear && !repeats && isLongPeriod(fragment)) continue;
    // "Last week's report by Friday"
    if (isAhead && isOver(fragment, repeats)) continue;
    // "Every hour until Friday at 6": both parts are of the end; "al mattino" is none.
    const isEnd = (begin?.until && !part) || (ends && isBeside(lexemes, ends.end, fragment.start));
    const end =
      isShort && !repeat && !lead && isEnd ? joins(whole.end ?? {}, fragment.said, false) : undefined;
    if (end) ends = fragment;
    const other = end ? { ...whole, end } : joins(whole, fragment.said, repeats);
    const wider = lead ? isTimed(lead) && { ...whole, lead } : other;
    const before = all.at(-1);
    const isFurther =
      before?.said.time && fragment.said.time && isBeside(lexemes, before.end, fragment.start);
    if (wider || isFurther) all.push(fragment);
    if (!wider) continue;
    whole = isShort && time?.until ? { ...wider, end: { clock: time.until, ...wider.end } } : wider;
    used.push(fragment);
  }
  const stated = whole.repeat && withoutExceptions(whole.repeat);
  return { whole: { ...whole, ...(stated && { repeat: stated }) }, used, all };
}

const dayOf = ({ said }: Fragment): Day | undefined => said.day?.day ?? said.repeat?.first;

function isLongPeriod(fragment: Fragment): boolean {
  const day = dayOf(fragment);
  return day?.is === 'period' && !/^week/.test(day.unit);
}

/** A day or a period before today; "monthly on the last Friday" is none. */
function isOver(fragment: Fragment, repeats: boolean): boolean {
  const day = dayOf(fragment);
  if (day?.is === 'weekday') return day.which === -1 && !repeats;
  return (day?.is === 'fromToday' && day.days < 0) || (day?.is === 'period' && day.count < 0);
}

const daysOf = ({ months, days, workdays, seconds }: Duration): number =>
  months * 30 + days + workdays + seconds / 86_400;
const unitDays = { minute: 1 / 1_440, hour: 1 / 24, day: 1, week: 7, month: 30, year: 360 } as const;

const isLongerThan = (length: Duration, { unit, every }: Repeat): boolean =>
  daysOf(length) > unitDays[unit] * every;

function joins(whole: Whole, said: Stated, repeats: boolean): Whole | undefined {
  const { time } = said;
  if (said.until) {
    const until = said.until.day;
    if (repeats && until) return whole.end?.day ? undefined : { ...whole, end: { ...whole.end, day: until } };
    // "3 December to 5 January" begins on its first day.
    return whole.day?.is === 'date' && until?.is === 'date' && until.month !== undefined
      ? whole
      : joins(whole, { day: said.until }, repeats);
  }
  const found = said.day;
  const isToday = whole.day?.is === 'fromToday' && whole.day.days === 0;
  const hasDay = (whole.day !== undefined && !(isToday && found?.elapsed)) || whole.elapsed !== undefined;
  if (hasDay && (found?.day || found?.elapsed || (said.repeat?.first && !repeats))) return undefined;
  const hour = found?.hour ?? said.repeat?.hour;
  const part = said.part ?? found?.part ?? time?.part ?? said.repeat?.part;
  if (time && whole.clock) return undefined;
  // "Friday nights and Monday call"
  const weekdays = whole.repeat?.repeat?.weekdays;
  if (found?.day?.is === 'weekday' && weekdays && !weekdays.includes(found.day.weekday)) return undefined;
  // "Every 30 June and 31 December": a rule has no such two days, and the second one is no beginning.
  if (found?.day?.is === 'date' && whole.repeat?.repeat?.months) return undefined;
  // "Every morning and evening", "every morning and on Friday evening"
  const isNarrower = whole.part === 'early' && found?.part === 'morning';
  if (whole.part && (found ? found.part && found.part !== whole.part && !isNarrower : said.part))
    return undefined;
  if (said.repeat && !repeats) {
    // Without a repeat, "from Monday" states a day; "for two weeks" and "10 times" state nothing.
    const { first, isDone } = said.repeat;
    if (isDone || first === undefined) return undefined;
    return { ...whole, day: first };
  }
  const repeat = said.repeat && mergedRepeat(whole.repeat, said.repeat);
  if (said.repeat && !repeat) return undefined;
  // "Every second Thursday, starting 10 December" has both.
  const day = found?.day ?? (hasDay ? undefined : said.repeat?.first);
  return {
    ...whole,
    ...(day && { day }),
    ...(found?.elapsed && { elapsed: found.elapsed }),
    ...(found?.iso && { iso: found.iso }),
    ...(hour !== undefined && { hour }),
    ...(time && { clock: time.clock }),
    ...(part && !whole.part && { part }),
    ...(time?.zone && { zone: time.zone }),
    ...(repeat && { repeat }),
  };
}

function mergedRepeat(one: RepeatSaid | undefined, other: RepeatSaid): RepeatSaid | undefined {
  if (!one) return other;
  if (one.repeat && other.repeat) {
    const [habit, main] = one.isHabit ? [one, other] : [other, one];
    const days = habit.repeat?.weekdays;
    // "Daily on weekdays"
    if (days && main.repeat?.unit === 'day' && main.repeat.every === 1) return { ...main, ...habit };
    // "Every two weeks on Tuesdays", "every week on Tue and Thu"
    if (!days || main.repeat?.unit !== 'week' || main.repeat.weekdays) return undefined;
    const { count: _, ...twoDays } = habit;
    return {
      ...(habit.isHabit ? habit : twoDays),
      ...main,
      isHabit: false,
      repeat: { ...main.repeat, weekdays: days },
    };
  }
  return { ...one, ...other };
}
