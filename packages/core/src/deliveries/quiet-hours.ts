import type { TimeSettings } from '@jarvis/contract';
import { dayAfter } from '../time/local.ts';
import type { Calendar } from '../time/occurrences.ts';

/** When the quiet hours of this moment end, in milliseconds; undefined outside of them. They may pass midnight. */
export function quietEnd(
  calendar: Calendar,
  quiet: TimeSettings['quiet'],
  timeZone: string,
  nowMs: number,
): number | undefined {
  if (quiet === null) return undefined;
  const { from, until } = quiet;
  const [today = '', clock = ''] = calendar.localOf(nowMs, timeZone).split('T');
  const time = clock.slice(0, 5);
  const passesMidnight = until < from;
  const isQuiet = passesMidnight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return undefined;
  const day = passesMidnight && time >= from ? dayAfter(today, 1) : today;
  return calendar.instantOf(`${day}T${until}`, timeZone);
}
