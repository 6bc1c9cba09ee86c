import type { Schedule } from '@jarvis/contract';
import { capitalized, type Here } from '../times/due-text.ts';
import { dayAfter, localAt, todayIn } from '../times/local-time.ts';
import type { TimeReading } from '../times/reading.ts';
import { choiceOf, type FormChoice, ruleChosen } from '../times/repeat-rule.ts';

/** A schedule while it is written. */
export interface ScheduleDraft
  extends Pick<Schedule, 'prompt' | 'title' | 'timeZone' | 'notify' | 'webSearch'> {
  readonly date: string;
  readonly time: string;
  readonly choice: FormChoice;
  /** The stored rule, if it is not one of the usual rules. */
  readonly kept: string | null;
}

/** A draft from a text: without a stated date tomorrow, and without a stated time the account's hour. */
export function draftOf(
  text: string,
  reading: Pick<TimeReading, 'title' | 'start' | 'timeZone' | 'repeat'> | undefined,
  { accountZone, nowMs, locale }: Here,
  dayTime: string,
): ScheduleDraft {
  const isRead = reading?.start ? reading : undefined;
  const timeZone = isRead?.timeZone ?? accountZone;
  const [date = '', time = dayTime] = (isRead?.start ?? dayAfter(todayIn(accountZone, nowMs), 1)).split('T');
  return {
    // Usually the end of a sentence.
    prompt: capitalized(isRead?.title.trim() || text.trim(), locale),
    title: '',
    ...{ date, time, timeZone },
    ...repeatOf(isRead?.repeat ?? null, date),
    notify: 'always',
    webSearch: false,
  };
}

export function draftFrom({ start, repeat, ...schedule }: Schedule): ScheduleDraft {
  const [date = '', time = ''] = start.split('T');
  const { prompt, title, timeZone, notify, webSearch } = schedule;
  return { prompt, title, date, time, timeZone, ...repeatOf(repeat, date), notify, webSearch };
}

function repeatOf(repeat: string | null, date: string): Pick<ScheduleDraft, 'choice' | 'kept'> {
  const choice = choiceOf(repeat, date);
  return { choice, kept: choice === 'kept' ? repeat : null };
}

export type ScheduleTimes = Pick<Schedule, 'start' | 'timeZone' | 'repeat'>;

/** The times of a draft; undefined while the date or the time is missing. */
export function timesOf({ date, time, timeZone, choice, kept }: ScheduleDraft): ScheduleTimes | undefined {
  if (date === '' || time === '') return undefined;
  return { start: `${date}T${time}`, timeZone, repeat: ruleChosen(choice, date, kept) };
}

/** Whether its only time has passed. */
export const isPast = ({ start, timeZone, repeat }: ScheduleTimes, nowMs: number): boolean =>
  repeat === null && start <= localAt(nowMs, timeZone).slice(0, start.length);
