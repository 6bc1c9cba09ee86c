import {
  asc,
  atMost,
  backgroundDeadlineMs,
  eq,
  gt,
  inArray,
  lte,
  or,
  serverTime,
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
}

/** How long a process has for sending a mail, before another one does. */
const tryMs = 60_000;

/** A mail is put off for so long at most. */
export const delayMsMax = 120_000;

/** Notes a mail that this process sends now, and others when it is not sent in time, until `expiresAt`. */
export const insertResetRequest = statement((q, v: Values<NewResetRequest>) =>
  q.insert(resetRequests).values({
    id: v.id,
    emailKey: v.emailKey,
    expiresAt: v.expiresAt,
    nextTryAt: serverTime(tryMs),
    tries: 0,
  } satisfies NewRow<typeof resetRequests>),
);

/**
 * Takes the mail that is due first and keeps other processes from it for a while; a process that dies meanwhile leaves
 * it to the next. One put off for longer than it can be, by a wrong clock, is due. No row when none is.
 */
export const takeDueResetRequest = statement((q) => {
  const due = q
    .select({ id: resetRequests.id })
    .from(resetRequests)
    .where(
      or(lte(resetRequests.nextTryAt, serverTime()), gt(resetRequests.nextTryAt, serverTime(2 * delayMsMax))),
    )
    .orderBy(asc(resetRequests.nextTryAt))
    .limit(atMost(1))
    .for('update', { skipLocked: true });
  return q
    .update(resetRequests)
    .set({ nextTryAt: serverTime(tryMs), tries: sql`${resetRequests.tries} + 1` })
    .where(inArray(resetRequests.id, due))
    .returning({
      id: resetRequests.id,
      emailKey: resetRequests.emailKey,
      expiresAt: resetRequests.expiresAt,
      tries: resetRequests.tries,
    });
});

/** Puts the next try off. */
export const delayResetRequest = statement((q, v: Values<{ id: string; delayMs: number }>) =>
  q
    .update(resetRequests)
    .set({ nextTryAt: sql`${serverTime()} + ${v.delayMs} * interval '1 ms'` })
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
