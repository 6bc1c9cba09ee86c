import { type PlainDate, plusDays, weekdayOf } from './plain-date.ts';

const fixed: Readonly<Record<string, readonly [month: number, day: number]>> = {
  christmas: [12, 25],
  christmasEve: [12, 24],
  boxingDay: [12, 26],
  newYear: [1, 1],
  newYearsEve: [12, 31],
  epiphany: [1, 6],
  valentine: [2, 14],
  halloween: [10, 31],
  allSaints: [11, 1],
  mayDay: [5, 1],
  assumption: [8, 15],
  immaculate: [12, 8],
  nicholas: [12, 6],
  germanUnity: [10, 3],
  liberation: [4, 25],
  republic: [6, 2],
};

/** In days relative to Easter Sunday. */
const movable: Readonly<Record<string, number>> = {
  shroveMonday: -48,
  ashWednesday: -46,
  palmSunday: -7,
  maundyThursday: -3,
  goodFriday: -2,
  holySaturday: -1,
  easter: 0,
  easterMonday: 1,
  ascension: 39,
  pentecost: 49,
  pentecostMonday: 50,
  corpusChristi: 60,
};

/** The date of a holiday in a year; undefined for an unknown holiday. */
export function holidayIn(name: string, year: number): PlainDate | undefined {
  const [month, day] = fixed[name] ?? [];
  if (month !== undefined && day !== undefined) return { year, month, day };
  if (name === 'thanksgiving')
    return { year, month: 11, day: 22 + ((11 - weekdayOf({ year, month: 11, day: 1 })) % 7) };
  const days = movable[name];
  return days === undefined ? undefined : plusDays(easter(year), days);
}

/** Easter Sunday of the Western churches (the Gregorian computus by Meeus). */
function easter(year: number): PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return { year, month: Math.floor(n / 31), day: (n % 31) + 1 };
}
