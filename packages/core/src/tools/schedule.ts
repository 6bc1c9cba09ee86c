import type { Schedule } from '@jarvis/contract';
import { z } from 'zod';
import { channelsInUse } from '../deliveries/plan.ts';
import { listSchedules } from '../schedules/schedules.ts';
import type { Calendar } from '../time/occurrences.ts';
import { sayTime } from '../time/said.ts';
import { placeOf } from '../time/settings.ts';
import type { Thing } from './act-on.ts';
import { dueFrom } from './due.ts';
import type { ToolContext, WriteRefusal } from './tool-context.ts';

type Row = Schedule & { readonly fromWeb: boolean };

export const schedule: Thing<Row> = {
  name: 'schedule',
  rows: async ({ deps, user }) =>
    (await listSchedules(deps, user.id)).map((row) => ({ ...row, fromWeb: false })),
  textOf: ({ title }) => title,
  shown: ({ fromWeb: _, createdAt: __, updatedAt: ___, createdBy: ____, ...fields }) => fields,
  preferred: ({ state }) => state === 'active',
};

export const changesSchedules = ({ deps, changesTasks, stateless }: ToolContext): boolean =>
  deps.settings.schedules && changesTasks && !stateless;

export const scheduleInput = z
  .string()
  .min(1)
  .max(500)
  .describe('The id of the schedule, or words of its title.');
export const searchInput = z
  .boolean()
  .optional()
  .describe('Whether its runs may search the web. Only if the person wants it.');
export const notifyInput = z
  .enum(['always', 'when_found', 'never'])
  .optional()
  .describe('`when_found`: only if there is something to tell ("only if something changed").');

/** Whether its runs search: text from the web in the turn cannot switch that on. */
export const searchOf = ({ log }: ToolContext, search: boolean | undefined): boolean | undefined =>
  search && log.hasWebText ? undefined : search;

/** The times of a schedule, from words. */
export async function timesFrom(
  turn: ToolContext,
  said: { readonly when?: string | undefined; readonly repeat?: string | undefined },
): Promise<(Pick<Schedule, 'start' | 'repeat'> & { timeZone: string | null }) | WriteRefusal> {
  const read = await dueFrom(turn, said);
  if ('reason' in read) return read;
  const { due, repeat } = read.fields;
  const { date = '', time = null, timeZone = null } = due ?? {};
  return { start: time === null ? date : `${date}T${time}`, repeat: repeat ?? null, timeZone };
}

/** The facts of a schedule for the person: its next run, and the channels of its results. */
export async function tellingOf(turn: ToolContext, row: Schedule): Promise<object> {
  if (row.nextAt === null) return {};
  const { deps, user } = turn;
  const [{ calendar }, toldBy] = await Promise.all([
    placeOf(deps, user.id),
    channelsInUse(deps, user.id, 'schedule'),
  ]);
  return { next: nextOf(turn, calendar, row), toldBy };
}

/** The next run, in words. */
export function nextOf(
  { deps: { clock }, language }: ToolContext,
  calendar: Calendar,
  { nextAt, timeZone, repeat }: Schedule,
): string | undefined {
  if (nextAt === null) return undefined;
  const [nowMs, atMs] = [clock.now(), Date.parse(nextAt)];
  const today = calendar.localOf(nowMs, timeZone).slice(0, 10);
  return sayTime({ start: calendar.localOf(atMs, timeZone), timeZone, atMs, repeat }, language, nowMs, today);
}
