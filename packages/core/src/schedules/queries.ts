import { type RunReason, runReasons, type Schedule } from '@jarvis/contract';
import { eq, sql, statement, type Values } from '@jarvis/database';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { columnsBut, given, isOne, isOwn, type One, type Own, pick } from '../db/rows.ts';
import { schedules } from '../db/schema/schedules.ts';
import { deleteOne, insertRow, newestFirst, selectOne, setColumns } from '../db/statements.ts';

const known = sql.raw(runReasons.map((reason) => `'${reason}'`).join(', '));
/** Earlier versions stored sentences. */
export const reasonIn = (column: AnyPgColumn) =>
  sql<RunReason | null>`case when ${column} is null or ${column} in (${known}) then ${column} else 'unexpected' end`;

export const scheduleRow = { ...columnsBut(schedules, 'userId'), reason: reasonIn(schedules.reason) };
export type ScheduleRow = Omit<typeof schedules.$inferSelect, 'userId' | 'reason'> & Pick<Schedule, 'reason'>;

export const pageOfSchedules = newestFirst<ScheduleRow>(schedules, scheduleRow);

export const selectSchedule = selectOne<ScheduleRow>(schedules, scheduleRow);

/** The same, locked until the transaction ends. */
export const holdSchedule = statement((q, v: Values<One>) =>
  q.select(scheduleRow).from(schedules).where(isOne(schedules, v)).for('no key update'),
);

/** The number of the account's schedules, including finished ones. */
export const countSchedules = statement((q, v: Values<Own>) =>
  q.select({ count: sql<number>`count(*)` }).from(schedules).where(eq(schedules.userId, v.userId)),
);

type ChangedSchedule = Own & Omit<ScheduleRow, 'createdBy' | 'createdAt'>;

export const insertSchedule = insertRow(schedules, {});

export const updateSchedule = statement((q, v: Values<ChangedSchedule>) =>
  q
    .update(schedules)
    .set(given(pick(v, columnsBut(schedules, 'userId', 'id', 'createdBy', 'createdAt'))))
    .where(isOne(schedules, v))
    .returning(scheduleRow),
);

export const setNextRun = setColumns(schedules, ['nextLocal', 'nextAt', 'state']);

/** Sets the number of runs that have failed since the last one that succeeded. */
export const setFailures = setColumns(schedules, ['failures']);

export const pauseSchedule = statement((q, v: Values<One & { reason: RunReason }>) =>
  q
    .update(schedules)
    .set({ state: 'paused', reason: sql`${v.reason}`, nextLocal: null, nextAt: null })
    .where(isOne(schedules, v)),
);

export const pauseAllSchedules = statement((q, v: Values<Own>) =>
  q
    .update(schedules)
    .set({ state: 'paused', nextLocal: null, nextAt: null })
    .where(isOwn(schedules, v, eq(schedules.state, 'active'))),
);

export const deleteScheduleRow = deleteOne(schedules);
