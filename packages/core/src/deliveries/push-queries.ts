import { and, desc, eq, sql, statement, type Values } from '@jarvis/database';
import type { NewRow } from '../db/rows.ts';
import { pushSubscriptions } from '../db/schema/deliveries.ts';

type Own = { userId: string };
type One = Own & { id: string };

const subscription = {
  id: pushSubscriptions.id,
  name: pushSubscriptions.name,
  host: pushSubscriptions.host,
  sessionId: pushSubscriptions.sessionId,
  failingSince: pushSubscriptions.failingSince,
  createdAt: pushSubscriptions.createdAt,
};
export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number];

/** Newest first; only subscriptions with the given key. */
export const selectSubscriptions = statement((q, v: Values<Own & { vapidKey: string }>) =>
  q
    .select(subscription)
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, v.userId), eq(pushSubscriptions.vapidKey, v.vapidKey)))
    .orderBy(desc(pushSubscriptions.id)),
);

/** No row when the account has no such subscription. */
export const selectSubscription = statement((q, v: Values<One>) =>
  q
    .select(subscription)
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, v.userId), eq(pushSubscriptions.id, v.id))),
);

/** Removes earlier subscriptions of the session and the browser, also those of another account. */
export const deleteFormerSubscriptions = statement(
  (q, v: Values<Own & { sessionId: string; endpointHash: string }>) =>
    q.delete(pushSubscriptions).where(
      sql`${pushSubscriptions.endpointHash} = ${v.endpointHash}
          or (${pushSubscriptions.userId} = ${v.userId} and ${pushSubscriptions.sessionId} = ${v.sessionId})`,
    ),
);

type NewSubscription = One & {
  sessionId: string;
  endpoint: string;
  endpointHash: string;
  host: string;
  p256dh: string;
  auth: string;
  vapidKey: string;
  name: string;
  now: string;
};

export const insertSubscription = statement((q, v: Values<NewSubscription>) =>
  q
    .insert(pushSubscriptions)
    .values({
      userId: v.userId,
      id: v.id,
      sessionId: v.sessionId,
      endpoint: v.endpoint,
      endpointHash: v.endpointHash,
      host: v.host,
      p256dh: v.p256dh,
      auth: v.auth,
      vapidKey: v.vapidKey,
      name: v.name,
      failingSince: null,
      createdAt: v.now,
    } satisfies NewRow<typeof pushSubscriptions>)
    .returning(subscription),
);

export const deleteSubscriptionRow = statement((q, v: Values<One>) =>
  q
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, v.userId), eq(pushSubscriptions.id, v.id)))
    .returning({ id: pushSubscriptions.id }),
);

export const markSubscriptionWorking = statement((q, v: Values<One>) =>
  q
    .update(pushSubscriptions)
    .set({ failingSince: null })
    .where(
      and(
        eq(pushSubscriptions.userId, v.userId),
        eq(pushSubscriptions.id, v.id),
        sql`${pushSubscriptions.failingSince} is not null`,
      ),
    ),
);

export const markSubscriptionFailing = statement((q, v: Values<One & { now: string }>) =>
  q
    .update(pushSubscriptions)
    .set({ failingSince: sql`coalesce(${pushSubscriptions.failingSince}, ${v.now}::timestamptz)` })
    .where(and(eq(pushSubscriptions.userId, v.userId), eq(pushSubscriptions.id, v.id))),
);
