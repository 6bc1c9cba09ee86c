import type { Part } from '../../../language/time/time-words.ts';
import type { Figures } from '../words/senses.ts';
import { day } from './day-grammar.ts';
import { either, not, opt, type Parser, seq, shared, to, unless, word } from './parser.ts';

/** A time of day, as stated. */
export interface Clock {
  /** 0 to 24; 24 is the end of the day. */
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** The half of the day is unambiguous. */
  readonly isSure: boolean;
  /** It is a time only with a word before or after it that says so. */
  readonly isBare: boolean;
  /** Only digits. */
  readonly isNumber?: boolean;
  /** Noon or midnight. */
  readonly isName?: boolean;
}

/** A stated time of day. */
export interface TimeSaid {
  readonly clock: Clock;
  readonly part?: Part | undefined;
  /** The end of a range. */
  readonly until?: Clock;
  readonly zone?: string | undefined;
  /** Stated in 24 hours: 13 or later. */
  readonly is24: boolean;
  /** A number after a preposition: a time only if it does not count the next word ("at 3 screens"). */
  readonly isRisky: boolean;
  /** A number or the name of an hour alone: a time only next to other times. */
  readonly isWeak: boolean;
  /** Digits alone: no time even if the text says nothing else. */
  readonly isNumber: boolean;
}

const clockAt = (hour: number, minute: number, isBare: boolean, isSure = hour === 0 || hour > 12): Clock => ({
  hour,
  minute,
  second: 0,
  isSure,
  isBare,
});

const ofFigures = ({ is24, second, ...at }: Figures, isBare: boolean): Clock => ({
  ...clockAt(at.hour, at.minute, isBare, is24 || undefined),
  second,
});

const hourNumber = to(word('number'), (hour) =>
  hour <= 24 ? { ...clockAt(hour, 0, true), isNumber: true } : undefined,
);
const wholeHour = either<Clock>(
  hourNumber,
  to(seq(hourNumber, word('hourWord')), ([clock]) => ({ ...clock, isBare: false, isNumber: false })),
  to(seq(opt(word('the')), word('hourName')), ([, hour]) => ({
    ...clockAt(hour, 0, true, true),
    isName: true,
  })),
);

const minute = to(word('number'), (minutes) => (minutes < 60 ? minutes : undefined));
const minuteUnit = to(word('unit'), (unit) => (unit === 'minute' ? unit : undefined));
/** Without the word "minutes" only multiples of five: "3 to 5" is not a time. */
const countedMinutes = to(seq(minute, opt(minuteUnit)), ([minutes, unit]) =>
  minutes > 0 && (unit !== undefined || minutes % 5 === 0) ? minutes : undefined,
);
const quarterHour = to(seq(opt(word('article')), word('quarter')), () => 15);
const amount = either(countedMinutes, quarterHour);
const addedAmount = either(
  amount,
  to(seq(opt(word('article')), word('half')), () => 30),
  to(word('threeQuarters'), () => 45),
);

/** A time some minutes earlier or later, as certain as before. */
function moved(clock: Clock, minutes: number): Clock {
  const total = clock.hour * 60 + clock.minute + minutes;
  const around = total < 0 ? total + 720 : total;
  // Half to one is 12:30; half to twelve of an ambiguous time may be in either half of the day.
  const hour = Math.floor(around / 60);
  return {
    ...clock,
    hour: hour === 0 && !clock.isSure ? 12 : hour,
    minute: around % 60,
    isBare: false,
    isNumber: false,
  };
}

/** "Ten to 20" is a range, and "ten to eight" may be one: "10 to 15 dollars". */
const beside = (clock: Clock, minutes: number): Clock | undefined =>
  clock.isNumber && clock.hour > 12
    ? undefined
    : { ...moved(clock, minutes), isNumber: clock.isNumber === true };

const halfHour = either(
  to(seq(word('halfPast'), wholeHour), ([, clock]) => moved(clock, 30)),
  to(seq(word('halfTo'), wholeHour), ([, clock]) => moved(clock, -30)),
);

const pastOrBefore = either(
  to(word('past'), () => 1),
  to(word('before'), () => -1),
);

const base: Parser<Clock> = shared(() =>
  either(
    wholeHour,
    halfHour,
    figureClock,
    to(seq(word('clock'), word('hourWord')), ([figures]) => ({ ...ofFigures(figures, false), isSure: true })),
    to(word('dotted'), (figures) => ofFigures(figures, true)),
    to(seq(word('dotted'), word('hourWord')), ([figures]) => ofFigures(figures, false)),
    to(seq(amount, pastOrBefore, either(wholeHour, halfHour, figureClock)), ([minutes, sign, clock]) =>
      beside(clock, sign * minutes),
    ),
    to(seq(word('quarterTo'), wholeHour), ([, clock]) => moved(clock, -15)),
    to(seq(word('quarterOf'), wholeHour), ([, clock]) => moved(clock, -45)),
    // "18 Uhr 30", "alle 8 e mezza", "nove meno un quarto"; not "18 Uhr ein Paket abholen"
    to(seq(hourNumber, word('hourWord'), opt(word('and')), minute), ([clock, , , minutes]) =>
      minutes === 5 || minutes >= 10 ? moved(clock, minutes) : undefined,
    ),
    to(seq(wholeHour, word('plus'), addedAmount), ([clock, , minutes]) => ({
      ...moved(clock, minutes),
      isBare: clock.isBare,
    })),
    to(seq(wholeHour, word('minus'), amount), ([clock, , minutes]) => moved(clock, -minutes)),
    // "at three twenty", "five-thirty"
    to(seq(hourNumber, opt(seq(word('hyphen'), not(word('digits')))), minute), ([clock, , minutes]) =>
      minutes >= 10 && clock.hour > 0
        ? { ...moved(clock, minutes), isBare: true, isNumber: true }
        : undefined,
    ),
  ),
);
const figureClock = to(word('clock'), (figures) => ofFigures(figures, false));

const compact: Parser<Clock> = to(word('compact'), (figures) => ({
  ...ofFigures(figures, true),
  isNumber: true,
}));

/** What may follow a time: the half or the part of the day. */
interface Suffix {
  readonly half?: 'am' | 'pm';
  readonly part?: Part;
}

const half: Parser<Suffix> = either<Suffix>(
  // The German "am Freitag" is "on Friday".
  to(seq(not(seq(word('on'), day)), word('am')), () => ({ half: 'am' as const })),
  to(word('pm'), () => ({ half: 'pm' as const })),
);
const partSuffix: Parser<Suffix> = to(
  seq(opt(word('of')), unless(word('part'), word('day'))),
  ([, part]) => ({ part }),
);
const suffix = either<Suffix>(half, partSuffix);

/** The time in the stated half or part of the day; undefined if they contradict each other. */
export function inHalf(clock: Clock, said: 'am' | 'pm' | Part | undefined): Clock {
  const { hour } = clock;
  const to = (changed: number): Clock => ({ ...clock, hour: changed, isSure: true });
  if (said === undefined || hour > 12 || hour === 0) return clock;
  switch (said) {
    case 'am':
    case 'early':
      return to(hour % 12);
    case 'morning':
    case 'forenoon':
      return to(hour === 12 && said === 'morning' ? 0 : hour);
    case 'midday':
      return to(hour < 9 ? hour + 12 : hour);
    case 'pm':
    case 'afternoon':
      return to(hour < 12 ? hour + 12 : hour);
    case 'evening':
      return to(hour < 4 ? hour : hour < 12 ? hour + 12 : 24);
    case 'night':
      return to(hour >= 6 && hour < 12 ? hour + 12 : hour === 12 ? 24 : hour);
  }
}

const zoneName: Parser<string> = either(
  word('zoneCode'),
  to(seq(opt(word('the')), word('zone'), word('zoneTime')), ([, zone]) => zone),
  to(seq(word('zoneOf'), word('zone')), ([, zone]) => zone),
);
const zoneSaid: Parser<string> = either(
  zoneName,
  to(seq(word('open'), either(zoneName, word('zone')), word('close')), ([, zone]) => zone),
);

const about = opt(word('about'));
const before = to(seq(opt(word('by')), about, opt(word('at')), about, opt(word('the'))), ([by, , at]) => ({
  hasAt: at !== undefined,
  hasBy: by !== undefined,
}));

/** `4a` and `4p` are not times; `3:30 p` and `at 3p` are. */
const closed: Parser<TimeSaid> = to(
  seq(
    before,
    either(base, compact),
    opt(word('aboutAfter')),
    opt(suffix),
    opt(word('aboutAfter')),
    opt(zoneSaid),
  ),
  ([{ hasAt, hasBy }, clock, , end, , zone]) => {
    const said = end?.half ?? end?.part;
    const isMorning = said === 'am' || said === 'morning' || said === 'early' || said === 'forenoon';
    const isContrary =
      isMorning || (said === 'pm' && clock.isNumber) || (said === 'night' && clock.hour < 18);
    if (clock.hour > 12 && isContrary) return undefined;
    const isNamed = hasAt || said !== undefined || zone !== undefined || !clock.isBare;
    return {
      clock: inHalf(clock, said),
      part: end?.part,
      zone,
      is24: clock.hour > 12 && !clock.isName,
      isRisky: clock.isNumber === true && said === undefined && zone === undefined,
      isWeak: !isNamed && !(hasBy && clock.isNumber !== true),
      isNumber: !isNamed && clock.isNumber === true,
    };
  },
);

const link = either(word('through'), word('dash'), word('until'));
/** Without "from", "15 alle 8" is no range, and "alle 7 e alle 21" are two times. */
const linkAlone = to(seq(not(either<unknown>(word('at'), word('and'))), link), () => 'range');
/**
 * "From 9 to 11": the first time counts. In a range whose second time alone states its half of the day, both have that
 * half; beside "21:45", "9:30" is in the morning. But "from 1 to 14:00" begins at 13:00, as "at 1" does.
 */
const range: Parser<TimeSaid> = to(
  seq(
    opt(either(word('from'), word('between'))),
    closed,
    either(
      linkAlone,
      to(either(link, word('and')), () => 'from'),
    ),
    closed,
  ),
  ([from, first, joint, second]) => {
    if (joint === 'from' && from === undefined) return undefined;
    const areTimes = !first.isWeak || !second.isWeak;
    // "3-4 tomorrow": as weak as one number.
    const isWeak = from === undefined && !areTimes;
    const { clock } = first;
    // Not "2025 to 15 April"
    const isYear = clock.minute > 0 && clock.hour >= second.clock.hour;
    const areNumbers = first.isNumber && second.isNumber && joint === 'range' && !isYear;
    if ((isWeak && !areNumbers) || first.zone !== undefined) return undefined;
    const isLater =
      clock.hour + 12 < second.clock.hour ||
      (clock.hour + 12 === second.clock.hour && clock.minute < second.clock.minute);
    const isIn24 = second.is24 && !(isLater && clock.isNumber && clock.hour < 5);
    const isShared = isLater && !second.is24 && !clock.isSure && second.clock.isSure && clock.hour < 12;
    return {
      ...first,
      clock: isIn24 ? { ...clock, isSure: true } : isShared ? inHalf(clock, 'pm') : clock,
      until: second.clock,
      zone: second.zone,
      part: first.part ?? second.part,
      isRisky: first.isRisky && second.isRisky,
      isWeak,
      isNumber: isWeak,
    };
  },
);

export const time: Parser<TimeSaid> = shared(() => either(closed, range));
