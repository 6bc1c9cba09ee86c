import type { TimeSettings } from '@jarvis/contract';
import type { Calendar } from '../time/load-calendar.ts';
import { dayAfter } from '../time/local.ts';

/** The end of the present quiet hours, in milliseconds; undefined outside of them. Quiet hours may pass midnight. */
export function quietEnd(
  calendar: Calendar,
  quiet: TimeSettings['quiet'],
  timeZone: string,
  nowMs: number,
): number | undefined {
  if (quiet === null) return undefined;
  const { from, until } = quiet;
  const local = calendar.localOf(nowMs, timeZone);
  const [today = '', clock = ''] = local.split('T');
  const time = clock.slice(0, 5);
  const passesMidnight = until < from;
  const isQuiet = passesMidnight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return undefined;
  const day = passesMidnight && time >= from ? dayAfter(today, 1) : today;
  const endMs = calendar.instantOf(`${day}T${until}`, timeZone);
  if (endMs > nowMs) return endMs;
  // The clocks have gone back, and this is the second of two equal local times: the end is as far away as local time
  // says.
  const localMs = Math.floor(nowMs / 1_000) * 1_000;
  return localMs + Date.parse(`${day}T${until}Z`) - Date.parse(`${local}Z`);
}
