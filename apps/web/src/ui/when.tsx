import { dateFormat, relativeFormat } from '../i18n/formats.ts';
import { appLocale, t } from '../i18n/translate.ts';

/** In seconds. */
const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A time in words, as an adverb: "3 hours ago" within a week, else the date. */
export function whenText(iso: string, now: Date, locale: string): string {
  const time = new Date(iso);
  const seconds = (time.getTime() - now.getTime()) / 1_000;
  const distance = Math.abs(seconds);
  // A few seconds are the difference of two clocks.
  if (seconds > -57 && seconds < 5) return t('common.justNow');
  if (distance > 7 * 86_400) {
    const year = time.getFullYear() === now.getFullYear() ? undefined : 'numeric';
    return onDate(dateFormat(locale, { day: 'numeric', month: 'long', year }).format(time), locale);
  }
  // Nearer ones are "now".
  const [unit, size] = steps.find(([, unitSeconds]) => distance >= unitSeconds * 0.95) ?? [
    'second',
    Infinity,
  ];
  return relativeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** "am 12. November", "l’11 novembre": English needs no word before a date. */
function onDate(date: string, locale: string): string {
  if (locale.startsWith('de')) return `am ${date}`;
  if (locale.startsWith('it')) return /^(?:8|11)\D/.test(date) ? `l’${date}` : `il ${date}`;
  return date;
}

/** The words of a time at this moment, in the app's language. */
export const when = (iso: string): string => whenText(iso, new Date(), appLocale());
