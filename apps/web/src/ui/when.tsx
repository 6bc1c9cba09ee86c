import { dateFormat } from '../i18n/formats.ts';
import { appLocale, t } from '../i18n/translate.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
];

/** A time in words: "3 hours ago" within a week, else the date. */
export function whenText(iso: string, now: Date, locale: string): string {
  const time = new Date(iso);
  const seconds = (time.getTime() - now.getTime()) / 1_000;
  const distance = Math.abs(seconds);
  // A few seconds are the difference of two clocks.
  if (seconds > -45 && seconds < 5) return t('common.justNow');
  if (distance < 45) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  if (distance > 7 * 86_400) {
    const sameYear = time.getFullYear() === now.getFullYear();
    return time.toLocaleDateString(locale, {
      day: 'numeric',
      month: 'long',
      ...(sameYear ? {} : { year: 'numeric' }),
    });
  }
  const [unit, size] = steps.findLast(([, unitSeconds]) => distance >= unitSeconds * 0.95) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** The time of day, with the date if it is not today's. */
export const stampText = (time: Date, now: Date, locale: string): string =>
  dateFormat(locale, {
    timeStyle: 'short',
    ...(time.toDateString() !== now.toDateString() && { dateStyle: 'medium' }),
  }).format(time);

/** The same at this moment, in the app's language. */
export const when = (iso: string): string => whenText(iso, new Date(), appLocale());
