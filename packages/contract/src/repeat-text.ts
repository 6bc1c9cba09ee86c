import type { TextLanguage } from './account/account.ts';

const en = {
  /** Every one, every n. */
  every: {
    MINUTELY: ['every minute', 'every {} minutes'],
    HOURLY: ['every hour', 'every {} hours'],
    DAILY: ['every day', 'every {} days'],
    WEEKLY: ['every week', 'every {} weeks'],
    MONTHLY: ['every month', 'every {} months'],
    YEARLY: ['every year', 'every {} years'],
  },
  workdays: 'Monday to Friday',
  /** Weekdays of a week. */
  on: 'on {}',
  /** One day of a month by number, several; each number in the form of its plural category. */
  onDays: ['on the {}', 'on the {}'],
  ordinals: { one: '{}st', two: '{}nd', few: '{}rd', other: '{}th' },
  /** The n-th weekday of a month or a year by its place, the last ones, also of its days, and of the days of a list. */
  onNth: 'on the {} {}',
  places: ['first', 'second', 'third', 'fourth', 'fifth'],
  onLast: ['on the last {}', 'on the second to last {}'],
  /** The same for Sundays, if they differ. */
  ofSundays: {},
  day: 'day',
  workday: 'working day',
  ofThese: 'of these',
  inMonths: 'in {}',
  until: 'until {}',
  times: ['1 time', '{} times'],
  afterDone: 'after it was done',
};
export type RepeatUnit = keyof typeof en.every;
type Words = Readonly<Omit<typeof en, 'ordinals'>> & {
  readonly ordinals: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };
};

type Placed = Pick<Words, 'onLast' | 'onNth' | 'places'>;

/** For the texts of the service, which its own rules read again, and for the web app. */
const wordsIn: Readonly<Record<TextLanguage, Words>> = {
  en,
  de: {
    every: {
      MINUTELY: ['jede Minute', 'alle {} Minuten'],
      HOURLY: ['jede Stunde', 'alle {} Stunden'],
      DAILY: ['jeden Tag', 'alle {} Tage'],
      WEEKLY: ['jede Woche', 'alle {} Wochen'],
      MONTHLY: ['jeden Monat', 'alle {} Monate'],
      YEARLY: ['jedes Jahr', 'alle {} Jahre'],
    },
    workdays: 'montags bis freitags',
    on: 'am {}',
    onDays: ['am {}', 'am {}'],
    ordinals: { other: '{}.' },
    onNth: 'am {} {}',
    places: ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'],
    onLast: ['am letzten {}', 'am vorletzten {}'],
    ofSundays: {},
    day: 'Tag',
    workday: 'Werktag',
    ofThese: 'davon',
    inMonths: 'im {}',
    until: 'bis {}',
    times: ['1-mal', '{}-mal'],
    afterDone: 'nach Erledigung',
  },
  it: {
    every: {
      MINUTELY: ['ogni minuto', 'ogni {} minuti'],
      HOURLY: ['ogni ora', 'ogni {} ore'],
      DAILY: ['ogni giorno', 'ogni {} giorni'],
      WEEKLY: ['ogni settimana', 'ogni {} settimane'],
      MONTHLY: ['ogni mese', 'ogni {} mesi'],
      YEARLY: ['ogni anno', 'ogni {} anni'],
    },
    workdays: 'dal lunedì al venerdì',
    on: 'di {}',
    onDays: ['il giorno {}', 'i giorni {}'],
    ordinals: { other: '{}' },
    onNth: 'il {} {}',
    places: ['primo', 'secondo', 'terzo', 'quarto', 'quinto'],
    onLast: ['l’ultimo {}', 'il penultimo {}'],
    ofSundays: {
      onNth: 'la {} {}',
      places: ['prima', 'seconda', 'terza', 'quarta', 'quinta'],
      onLast: ['l’ultima {}', 'la penultima {}'],
    },
    day: 'giorno',
    workday: 'giorno lavorativo',
    ofThese: 'di questi',
    inMonths: 'di {}',
    until: 'fino a {}',
    times: ['1 volta', '{} volte'],
    afterDone: 'dopo il completamento',
  },
};

const filled = (text: string, ...values: readonly (string | number)[]): string =>
  values.reduce<string>((known, value) => known.replace('{}', String(value)), text);

/** Monday 5 January 1970. */
const mondayMs = 4 * 86_400_000;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * A valid rule in words: "every 2 weeks on Tue, until Thu 31 Dec". `afterDone`: it counts from completion. `locale`:
 * one of a supported language. `dayText`: puts the last date in words, with its weekday first.
 */
export function repeatText(
  rule: string,
  afterDone: boolean,
  locale: string,
  dayText: (date: string) => string,
): string {
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  );
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  const numbers = (name: string) => list(name).map(Number);
  const says = wordsIn[locale.slice(0, 2) as TextLanguage];
  const named = (ms: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(ms);
  const weekday = (name: string, length: 'short' | 'long') =>
    named(mondayMs + weekdays.indexOf(name) * 86_400_000, { weekday: length });
  const joined = (names: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);

  const freq = parts.get('FREQ') as RepeatUnit;
  const [interval = 1] = numbers('INTERVAL');
  const [one = '', several = ''] = says.every[freq];
  const days = list('BYDAY');
  const isWorkdays = days.join() === 'MO,TU,WE,TH,FR';
  const onPlace = (place: number, name: string, { onLast, onNth, places }: Placed = says) => {
    const fromEnd = onLast[-place - 1];
    return fromEnd ? filled(fromEnd, name) : filled(onNth, places[place - 1] ?? `${place}.`, name);
  };
  /** With its place in the month or year: `2MO`, `-1FR`. */
  const onDay = (day: string) => {
    const [place, name] = [day.slice(0, -2), weekday(day.slice(-2), 'long')];
    if (place === '') return filled(says.on, weekday(day, 'short'));
    return onPlace(Number(place), name, { ...says, ...(day.endsWith('SU') && says.ofSundays) });
  };
  const onDays = () => {
    if (isWorkdays) return joined(allPlaces.map((place) => onPlace(place, says.workday))) || says.workdays;
    if (days.every((day) => weekdays.includes(day)))
      return filled(says.on, joined(days.map((day) => weekday(day, 'short'))));
    return joined(days.map(onDay));
  };
  const [onOneDay = '', onSeveralDays = ''] = says.onDays;
  const ordinal = new Intl.PluralRules(locale, { type: 'ordinal' });
  const onMonthDays = (monthDays: readonly number[]) => {
    const names = monthDays
      .filter((day) => day > 0)
      .map((day) => filled(says.ordinals[ordinal.select(day)] ?? says.ordinals.other, day));
    const fromEnd = monthDays.filter((day) => day < 0);
    return joined([
      ...(names.length > 0 ? [filled(names.length === 1 ? onOneDay : onSeveralDays, joined(names))] : []),
      ...fromEnd.map((day) => onPlace(day, says.day)),
    ]);
  };
  const [allMonthDays, allPlaces] = [numbers('BYMONTHDAY'), numbers('BYSETPOS')];
  // The last one that the month has of the 28th to the 31st.
  const isClipped = allPlaces.join() === '-1' && allMonthDays.length > 0 && Math.min(...allMonthDays) >= 28;
  const monthDays = isClipped ? [Math.max(...allMonthDays)] : allMonthDays;
  const places = isClipped || isWorkdays ? [] : allPlaces.map((place) => onPlace(place, says.ofThese));
  const months = numbers('BYMONTH').map((month) => named(Date.UTC(2026, month - 1), { month: 'long' }));
  const until = parts.get('UNTIL')?.replace(/^(....)-?(..)-?(..).*$/, '$1-$2-$3');
  const [count] = numbers('COUNT');
  const every = filled(interval === 1 ? one : several, interval);
  const whole = [
    ...(freq === 'WEEKLY' && interval === 1 && isWorkdays ? [] : [every]),
    ...(days.length > 0 ? [onDays()] : []),
    ...(monthDays.length > 0 ? [onMonthDays(monthDays)] : []),
    ...(months.length > 0 ? [filled(says.inMonths, joined(months))] : []),
  ].join(' ');
  return [
    whole,
    ...(places.length > 0 ? [joined(places)] : []),
    ...(until ? [filled(says.until, dayText(until))] : []),
    ...(count ? [filled(says.times[count === 1 ? 0 : 1] ?? '', count)] : []),
    ...(afterDone ? [says.afterDone] : []),
  ].join(', ');
}
