import { desc, eq, sql, statement, type Values } from '@jarvis/database';
import { columns, isOwn, type Own } from '../../db/rows.ts';
import { pushSubscriptions } from '../../db/schema/deliveries.ts';
import { deleteOne, insertRow, selectOne, setColumns } from '../../db/statements.ts';

const subscription = {
  ...columns(pushSubscriptions, 'id', 'name', 'host', 'sessionId', 'failingSince', 'createdAt'),
};
export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number];

/** Newest first; only subscriptions with the given key. */
export const selectSubscriptions = statement((q, v: Values<Own & { vapidKey: string }>) =>
  q
    .select(subscription)
    .from(pushSubscriptions)
    .where(isOwn(pushSubscriptions, v, eq(pushSubscriptions.vapidKey, v.vapidKey)))
    .orderBy(desc(pushSubscriptions.id)),
);

export const selectSubscription = selectOne<SubscriptionRow>(pushSubscriptions, subscription);

/** Removes earlier subscriptions of the session and the browser, also those of another account. */
export const deleteFormerSubscriptions = statement(
  (q, v: Values<Own & { sessionId: string; endpointHash: string }>) =>
    q.delete(pushSubscriptions).where(
      sql`${pushSubscriptions.endpointHash} = ${v.endpointHash}
          or (${pushSubscriptions.userId} = ${v.userId} and ${pushSubscriptions.sessionId} = ${v.sessionId})`,
    ),
);

export const insertSubscription = insertRow(pushSubscriptions, {});

export const deleteSubscriptionRow = deleteOne(pushSubscriptions);

/** Since when it fails, null: it works. Of several failures in a row, the first one's time stays. */
export const setSubscriptionFailing = setColumns(
  pushSubscriptions,
  ['failingSince'],
  ({ failingSince }: Values<{ failingSince: string | null }>) =>
    sql`(${pushSubscriptions.failingSince} is null) <> (${failingSince}::timestamptz is null)`,
);
