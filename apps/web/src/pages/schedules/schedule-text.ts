import type { Schedule } from '@jarvis/contract';
import { t } from '../../i18n/translate.ts';
import { dueText, type Here, repeatText, timeInZone } from '../times/due-text.ts';

/** A local time in words. */
export function localText(local: string, timeZone: string, here: Here): string {
  const [date = '', time = null] = local.split('T');
  return dueText({ date, time, timeZone }, here);
}

/** The times of a schedule: "Monday to Friday at 07:00". */
export function scheduleText(
  { start, timeZone, repeat }: Pick<Schedule, 'start' | 'timeZone' | 'repeat'>,
  here: Here,
): string {
  if (repeat === null) return t('schedules.once', { when: localText(start, timeZone, here) });
  const every = repeatText(repeat, false, here.locale);
  const time = start.split('T')[1];
  if (!time || /FREQ=(?:MINUTELY|HOURLY)/.test(repeat)) return every;
  return t('schedules.atTime', { every, time: timeInZone(time, timeZone, here.locale) });
}
