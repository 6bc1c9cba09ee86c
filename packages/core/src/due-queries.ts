import { sql, statement, type Values } from '@jarvis/database';
import { anyDeliveryDue } from './deliveries/deliver-queries.ts';
import { anyDocumentWaiting } from './files/text-queries.ts';
import { anyScheduleDue } from './schedule-runs/plan-queries.ts';
import { anyRunDue } from './schedule-runs/run-queries.ts';
import { anyDayDue } from './telling/day-queries.ts';
import { anyReminderDue } from './time/reminders/queries.ts';

/** Polled every second: which kinds of work are due. Its deadline is short, because a locked table delays them all. */
export const selectDue = statement(
  (q, v: Values<{ now: string }>) =>
    q
      .select({
        reminders: anyReminderDue(q, v),
        days: anyDayDue(q, v),
        schedules: anyScheduleDue(q, v),
        runs: anyRunDue(q, v),
        documents: anyDocumentWaiting(q, v),
        push: anyDeliveryDue('push')(q, v),
        mail: anyDeliveryDue('mail')(q, v),
        webhook: anyDeliveryDue('webhook')(q, v),
      })
      .from(sql`(values (true)) as polled`),
  { deadlineMs: 1_000 },
);

export type Due = Awaited<ReturnType<typeof selectDue>>[number];
