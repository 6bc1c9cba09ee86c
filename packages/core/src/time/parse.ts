import type { ParseTimeInput, parseTimeOutput } from '@jarvis/contract';
import type { z } from 'zod';
import type { WriteDeps } from '../ports/deps.ts';
import { readTime } from './grammar/read-time.ts';
import { loadCalendar } from './load-calendar.ts';
import { sayRead } from './say-time.ts';
import { zoneOf } from './settings.ts';

/** Parses the time of a sentence and returns it in words. Without a given zone, uses the account's. */
export async function parseTime(
  deps: Pick<WriteDeps, 'db' | 'clock' | 'settings'>,
  userId: string,
  { text, language, now, timeZone: given }: ParseTimeInput,
): Promise<z.infer<typeof parseTimeOutput>> {
  const [calendar, timeZone] = await Promise.all([loadCalendar(), given ?? zoneOf(deps, userId)]);
  const nowMs = now === undefined ? deps.clock.now() : calendar.momentMs(now, timeZone);
  const read = readTime({ text, language, nowMs, timeZone }, calendar);
  const { language: _, passed: __, noSuchDate: ___, ...answer } = read;
  return { ...answer, said: sayRead(read, nowMs, calendar) };
}
