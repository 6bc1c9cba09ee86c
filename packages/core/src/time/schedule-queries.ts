import { isNotNull, statement, type Values } from '@jarvis/database';
import { columns, given, isOne, isOwn } from '../db/rows.ts';
import { schedules } from '../db/schema/schedules.ts';

type Own = { userId: string };

/**
 * The account's schedules that wait for a time, locked until the transaction ends; an operator's setting limits their
 * number.
 */
export const selectPlannedSchedules = statement((q, v: Values<Own>) =>
  q
    .select(columns(schedules, 'id', 'zone', 'nextLocal', 'nextAt'))
    .from(schedules)
    .where(isOwn(schedules, v, isNotNull(schedules.nextAt)))
    .orderBy(schedules.id)
    .for('no key update'),
);

export const moveSchedule = statement((q, v: Values<Own & { id: string; nextAt: string }>) =>
  q
    .update(schedules)
    .set(given({ nextAt: v.nextAt }))
    .where(isOne(schedules, v)),
);
