import { and, asc, eq, sql, statement, type Values } from '@jarvis/database';
import type { Placeholder } from 'drizzle-orm';
import { type Builder, columns, isOne, isOwn, type One, type Own } from '../db/rows.ts';
import { tasks } from '../db/schema/tasks.ts';
import { reminders } from '../db/schema/time.ts';
import { deleteOne } from '../db/statements.ts';
import { reminderRow } from '../time/reminders/queries.ts';

const listed = (q: Builder) =>
  q
    .select({ ...reminderRow, ...columns(tasks, 'title', 'status', 'dueZone', 'repeat') })
    .from(reminders)
    .innerJoin(tasks, and(eq(tasks.userId, reminders.userId), eq(tasks.id, reminders.taskId)));

type RemindersPage = Own & { afterAt: string; afterId: string; limit: number };

/** Soonest first. */
export const pageOfReminders = statement((q, v: Values<RemindersPage>) =>
  listed(q)
    .where(
      isOwn(
        reminders,
        v,
        sql`(${reminders.at}, ${reminders.id}) > (${v.afterAt}::timestamptz, ${v.afterId}::uuid)`,
      ),
    )
    .orderBy(asc(reminders.at), asc(reminders.id))
    .limit(v.limit),
);

/** No row when the account has no such reminder. */
export const selectReminder = statement((q, v: Values<One>) => listed(q).where(isOne(reminders, v)));

/** A reminder that is not told yet waits; for a repeat that was told, the next moment stays. */
const putOff = (until: Placeholder) =>
  sql`case when ${reminders.passed} = 0 then ${until}::timestamptz else least(${reminders.nextAt}, ${until}::timestamptz) end`;

/** Snoozes a reminder: it is told at `until`, and a repeat then continues as before. */
export const snoozeReminderRow = statement((q, v: Values<One & { until: string }>) =>
  q
    .update(reminders)
    .set({
      snoozedUntil: sql`${v.until}::timestamptz`,
      at: putOff(v.until),
      nextAt: putOff(v.until),
    })
    .where(isOne(reminders, v))
    .returning({ id: reminders.id }),
);

export const deleteReminderRow = deleteOne(reminders);
