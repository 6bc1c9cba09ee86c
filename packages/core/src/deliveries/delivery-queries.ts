import { type Delivery, limits, delivery as shown } from '@jarvis/contract';
import { and, atMost, desc, eq, lt, sql, statement, type Values } from '@jarvis/database';
import { type FieldsOf, pick } from '../db/rows.ts';
import { deliveries } from '../db/schema/deliveries.ts';

export const delivery = pick(deliveries, shown.shape) satisfies FieldsOf<Delivery>;

type Own = { userId: string };
type One = Own & { id: string };

/** Newest first, without cleared ones. */
export const pageOfDeliveries = statement((q, v: Values<Own & { afterId: string; limit: number }>) =>
  q
    .select(delivery)
    .from(deliveries)
    .where(and(eq(deliveries.userId, v.userId), lt(deliveries.id, v.afterId), sql`not ${deliveries.hidden}`))
    .orderBy(desc(deliveries.id))
    .limit(v.limit),
);

export const selectDelivery = statement((q, v: Values<One>) =>
  q
    .select(delivery)
    .from(deliveries)
    .where(and(eq(deliveries.userId, v.userId), eq(deliveries.id, v.id))),
);

/** The number of the account's deliveries since a moment, counted up to the daily limit. */
export const countRecent = statement((q, v: Values<Own & { since: string }>) => {
  const recent = q
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.userId, v.userId), sql`${deliveries.id} >= ${v.since}::uuid`))
    .limit(atMost(limits.deliveriesADayMax))
    .as('recent');
  return q.select({ count: sql<number>`count(*)::int` }).from(recent);
});

/** A test is created with its attempt, so no process has to claim it. */
export const claimTest = statement((q, v: Values<One & { attempt: string }>) =>
  q
    .update(deliveries)
    .set({ attempt: sql`${v.attempt}::uuid`, tries: 1 })
    .where(and(eq(deliveries.userId, v.userId), eq(deliveries.id, v.id))),
);

/**
 * Clears ended deliveries: removes their targets. The rows stay for a month, because they count towards the daily
 * limit.
 */
export const clearDeliveries = statement((q, v: Values<Own>) =>
  q
    .update(deliveries)
    .set({ hidden: true, host: '', error: null })
    .where(
      and(eq(deliveries.userId, v.userId), sql`${deliveries.nextTryAt} is null and not ${deliveries.hidden}`),
    )
    .returning({ id: deliveries.id }),
);

/** Accounts with deliveries that are past their retention. */
export const selectOldDeliveries = statement((q, v: Values<{ cutoff: string; limit: number }>) =>
  q
    .select({ userId: deliveries.userId })
    .from(deliveries)
    .where(lt(deliveries.createdAt, v.cutoff))
    .limit(v.limit),
);

/** Ids are in time order. */
export const deleteOldDeliveries = statement((q, v: Values<Own & { before: string }>) =>
  q.delete(deliveries).where(and(eq(deliveries.userId, v.userId), lt(deliveries.id, v.before))),
);
