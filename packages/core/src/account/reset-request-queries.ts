import { asc, atMost, eq, gt, lte, or, serverTime, sql, statement, type Values } from '@jarvis/database';
import { columns, newRow } from '../db/rows.ts';
import { resetRequests } from '../db/schema/accounts.ts';

type NewResetRequest = Pick<typeof resetRequests.$inferSelect, 'id' | 'emailKey' | 'expiresAt'>;

/** The time a process has to send a mail before another one takes it. */
const tryMs = 60_000;

/** Maximum delay of a mail. */
export const delayMsMax = 120_000;

/** Records a mail that this process sends now, and that other processes send later if it fails, until `expiresAt`. */
export const insertResetRequest = statement((q, v: Values<NewResetRequest>) =>
  q.insert(resetRequests).values(newRow(resetRequests, v, { nextTryAt: serverTime(tryMs), tries: 0 })),
);

/**
 * Takes the mail that is due first and hides it from other processes for a while; if a process dies meanwhile, the
 * next one takes it. A mail with an impossible delay, from a wrong clock, is due. No row when none is due.
 */
export const takeDueResetRequest = statement((q) => {
  // Compared by `=`, not `in`: a join may run it again for each row, and then takes them all.
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
    .where(eq(resetRequests.id, due))
    .returning(columns(resetRequests, 'id', 'emailKey', 'expiresAt', 'tries'));
});

/** Delays the next attempt. */
export const delayResetRequest = statement((q, v: Values<{ id: string; delayMs: number }>) =>
  q
    .update(resetRequests)
    .set({ nextTryAt: sql`${serverTime()} + ${v.delayMs} * interval '1 ms'` })
    .where(eq(resetRequests.id, v.id)),
);

/** Removes a mail that was sent, or that must not be sent. */
export const deleteResetRequest = statement((q, v: Values<{ id: string }>) =>
  q.delete(resetRequests).where(eq(resetRequests.id, v.id)),
);

/** Deletes all mails to an address, for a deleted account. */
export const deleteResetRequestsFor = statement((q, v: Values<{ emailKey: string }>) =>
  q.delete(resetRequests).where(eq(resetRequests.emailKey, v.emailKey)),
);
