import type { TimeWords } from '../../../language/time/time-words.ts';
import { daysInMonth } from '../days/plain-date.ts';
import type { FigureDate, Senses } from './senses.ts';
import type { Token } from './tokens.ts';

type Note = <K extends keyof Senses>(kind: K, value: Senses[K], end: number) => void;

/** The possible meanings of figures: numbers, ordinals, times of day, dates. */
export function figuresOf(
  tokens: readonly Token[],
  at: number,
  { ordinalEndings, dotIsOrdinal, clockIs24, countedBehind }: TimeWords,
  monthFirst: boolean,
  note: Note,
): void {
  const { raw } = tokens[at] ?? { raw: '' };
  const next = tokens[at + 1];
  const figures = raw.replace(/\.$/, '');
  const endsWithDot = figures !== raw;
  const end = at + 1;

  // Behind a month also a year that no date may have, which is then refused; "3 May 5000 people" counts.
  if (isFarYear(figures) && !countedBehind.test(next?.raw ?? '')) note('farYear', Number(figures), end);

  if (/^\d{1,4}$/.test(figures)) {
    const value = Number(figures);
    note('number', value, end);
    if (figures.length <= 2) note('digits', value, end);
    if (figures.length === 4 && value >= 1900 && value < 2200) note('year', value, end);
    if (figures.length >= 3) {
      const clock = clockOf(figures.slice(0, -2), figures.slice(-2));
      if (clock) note('compact', clock, end);
    }
    if (value >= 1 && value <= 31) {
      const noteOrdinal = (after: number, isDay: boolean) => {
        note('ordinal', value, after);
        if (!isDay) return;
        note('dayOrdinal', value, after);
        note('ordinalFigure', value, after);
      };
      if (endsWithDot && dotIsOrdinal) noteOrdinal(end, true);
      // Days are masculine in Italian, so "1ª" is not one.
      if (next?.isGlued && isEnding(next, ordinalEndings)) noteOrdinal(end + 1, next.raw !== 'ª');
    }
    // `1,5`
    const [comma, fraction] = [tokens[at + 1], tokens[at + 2]];
    if (comma?.raw === ',' && comma.isGlued && fraction?.isGlued && /^\d{1,2}$/.test(fraction.raw))
      note('decimal', Number(`${figures}.${fraction.raw}`), at + 3);
    // `18h30`
    const [h, behind] = [tokens[at + 1], tokens[at + 2]];
    const minutes = behind?.isGlued ? /^(\d{2})\.?$/.exec(behind.raw)?.[1] : undefined;
    const clock = h?.text === 'h' && h.isGlued ? clockOf(figures, minutes) : undefined;
    if (clock) note('clock', { ...clock, is24: true }, minutes === undefined ? at + 2 : at + 3);
    if (clock && minutes !== undefined) note('minutes', clock.hour * 60 + clock.minute, at + 3);
    return;
  }

  const colons = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(figures);
  if (colons) {
    const clock = clockOf(colons[1], colons[2], colons[3]);
    if (clock) note('clock', clockIs24 ? { ...clock, is24: true } : clock, end);
    return;
  }
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(figures);
  if (iso) {
    const date = { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
    if (isStated(date)) note('figureDate', date, end);
    return;
  }
  if (raw.includes('T')) {
    note('iso', raw, end);
    return;
  }
  const decimal = /^(\d{1,3})[.](\d{1,2})$/.exec(figures);
  if (decimal) {
    note('decimal', Number(figures), end);
    const clock = clockOf(decimal[1], decimal[2]);
    if (clock && decimal[2]?.length === 2) note('dotted', clockIs24 ? { ...clock, is24: true } : clock, end);
  }
  const fraction = /^([13])\/([24])$/.exec(figures);
  if (fraction) note('decimal', Number(fraction[1]) / Number(fraction[2]), end);

  const parts = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{2}|\d{4}))?$/.exec(figures);
  if (!parts || figures === '24/7' || figures === '9/11') return;
  const [, one, sign, other, years] = parts;
  if (sign === '.' && years?.length === 2 && !dotIsOrdinal) return;
  const date = figureDate(Number(one), Number(other), years, monthFirst && sign !== '.');
  // "Friday 10.15" is a time.
  if (!date || (sign === '.' && !years && date.month !== Number(other))) return;
  const isSure = years !== undefined || (sign === '.' && endsWithDot && dotIsOrdinal);
  if (!isSure && !isReal(date)) return;
  note(isSure ? 'figureDate' : 'weakDate', date, end);
}

/** Years from 2400; the figures below may be a time of day. */
const isFarYear = (figures: string): boolean => /^\d{4,6}$/.test(figures) && Number(figures) >= 2_400;

/** `º` folds to a letter. */
const isEnding = ({ raw, text }: Token, endings: string): boolean =>
  endings.split('|').some((ending) => ending === raw || ending === text);

function clockOf(hours = '', minutes = '00', seconds = '00') {
  const clock = {
    hour: Number(hours),
    minute: Number(minutes),
    second: Number(seconds),
    is24: /^0\d$/.test(hours),
  };
  const isClock = clock.hour <= 24 && clock.minute < 60 && clock.second < 60;
  return isClock && (clock.hour < 24 || clock.minute === 0) ? clock : undefined;
}

/**
 * In the language's order of day and month, or in the other order if only that is a date. One that no calendar has, such
 * as `30.2.2027`, is refused when it is read, so that the answer says so.
 */
function figureDate(
  one: number,
  other: number,
  years: string | undefined,
  monthFirst: boolean,
): FigureDate | undefined {
  const year = years === undefined ? undefined : fullYear(years);
  const dates = [
    { day: one, month: other, year },
    { day: other, month: one, year },
  ];
  const ordered = monthFirst ? dates.toReversed() : dates;
  return ordered.find(isReal) ?? ordered.find(isStated);
}

/** Two digits: this century up to 69. */
export const fullYear = (figures: string): number =>
  figures.length === 4 ? Number(figures) : Number(figures) + (Number(figures) < 70 ? 2000 : 1900);

/** A day and a month by their numbers, also one that is not in the calendar. */
const isStated = ({ day, month }: FigureDate): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31;

/** Without a year, 29 February is valid. */
const isReal = ({ day, month, year = 2000 }: FigureDate): boolean =>
  isStated({ day, month }) && day <= daysInMonth(year, month);
