import { dateFormat } from '../../i18n/formats.ts';
import { t, unitText } from '../../i18n/translate.ts';
import { plainDay } from './due-text.ts';
import { dateOfWeekday, partsOf, units } from './repeat-rule.ts';

/** A rule in words: "every 2 weeks on Tue until Thu 31 Dec". */
export function repeatText(rule: string, afterDone: boolean, locale: string): string {
  const { freq, interval, days, monthDays, months, takesLast, count, until } = partsOf(rule);
  const named = (date: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone: 'UTC', ...options }).format(Date.parse(`${date}T00:00:00Z`));
  const joined = (names: readonly string[]) => new Intl.ListFormat(locale).format(names);
  const dayName = (weekday: number) => named(dateOfWeekday(weekday), { weekday: 'short' });

  let text =
    interval === 1
      ? t(`repeat.${freq}`)
      : t('repeat.every', { time: unitText(interval, units[freq], locale) });
  const [first] = days;
  if (first && first.place !== 0)
    text = t(first.place === -1 ? 'repeat.onLast' : 'repeat.onNth', {
      every: text,
      nth: t('repeat.nth', { n: Math.abs(first.place) }),
      day: dayName(first.weekday),
    });
  else if (days.map(({ weekday }) => weekday).join() === '1,2,3,4,5' && interval === 1 && freq === 'WEEKLY')
    text = t('repeat.workdays');
  else if (days.length > 0)
    text = t('repeat.onDays', { every: text, days: joined(days.map(({ weekday }) => dayName(weekday))) });
  const shownDays = takesLast ? monthDays.slice(-1) : monthDays;
  if (shownDays.join() === '-1') text = t('repeat.onLastDay', { every: text });
  else if (shownDays.length > 0)
    text = t('repeat.onDay', {
      every: text,
      days: joined(shownDays.map((n) => t('repeat.nth', { n }))),
    });
  if (months.length > 0) {
    const names = months.map((month) =>
      named(`2026-${String(month).padStart(2, '0')}-01`, { month: 'long' }),
    );
    text = t('repeat.inMonths', { every: text, months: joined(names) });
  }
  if (until) text = t('repeat.until', { every: text, day: plainDay(until, locale, true) });
  if (count !== undefined) text = t('repeat.times', { every: text, count });
  return afterDone ? t('repeat.afterDone', { every: text }) : text;
}
