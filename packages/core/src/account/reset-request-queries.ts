import {
  asc,
  atMost,
  backgroundDeadlineMs,
  eq,
  inArray,
  lte,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { NewRow } from '../db/rows.ts';
import { resetRequests } from '../db/schema/accounts.ts';

interface NewResetRequest {
  readonly id: string;
  readonly emailKey: string;
  readonly expiresAt: string;
  readonly nextTryAt: string;
}

/** Notes a mail to be sent from `nextTryAt` on, until `expiresAt`. */
export const insertResetRequest = statement((q, v: Values<NewResetRequest>) =>
  q.insert(resetRequests).values({
    id: v.id,
    emailKey: v.emailKey,
    expiresAt: v.expiresAt,
    nextTryAt: v.nextTryAt,
    tries: 0,
  } satisfies NewRow<typeof resetRequests>),
);

/**
 * Takes the mail that is due first and keeps other processes from it until `nextTryAt`; a process that dies
 * meanwhile leaves it to the next. No row when none is due.
 */
export const takeDueResetRequest = statement((q, v: Values<{ now: string; nextTryAt: string }>) => {
  const due = q
    .select({ id: resetRequests.id })
    .from(resetRequests)
    .where(lte(resetRequests.nextTryAt, v.now))
    .orderBy(asc(resetRequests.nextTryAt))
    .limit(atMost(1))
    .for('update', { skipLocked: true });
  return q
    .update(resetRequests)
    .set({ nextTryAt: sql`${v.nextTryAt}`, tries: sql`${resetRequests.tries} + 1` })
    .where(inArray(resetRequests.id, due))
    .returning({
      id: resetRequests.id,
      emailKey: resetRequests.emailKey,
      expiresAt: resetRequests.expiresAt,
      tries: resetRequests.tries,
    });
});

/** Puts the next try off. */
export const delayResetRequest = statement((q, v: Values<{ id: string; nextTryAt: string }>) =>
  q
    .update(resetRequests)
    .set({ nextTryAt: sql`${v.nextTryAt}::timestamptz` })
    .where(eq(resetRequests.id, v.id)),
);

/** Of a mail that was sent, or that nobody is to get. */
export const deleteResetRequest = statement((q, v: Values<{ id: string }>) =>
  q.delete(resetRequests).where(eq(resetRequests.id, v.id)),
);

/** All mails to an address, of an account that goes. */
export const deleteResetRequestsFor = statement((q, v: Values<{ emailKey: string }>) =>
  q.delete(resetRequests).where(eq(resetRequests.emailKey, v.emailKey)),
);

/** Those whose link would be too old by now. */
export const sweepResetRequests = statement(
  (q, v: Values<{ now: string }>) => q.delete(resetRequests).where(lte(resetRequests.expiresAt, v.now)),
  { deadlineMs: backgroundDeadlineMs },
);
