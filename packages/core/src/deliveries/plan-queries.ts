import type { OutsideChannel } from '@jarvis/contract';
import { eq, sql, statement, type Values } from '@jarvis/database';
import { rowsFrom } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { deliveries, pushSubscriptions, webhooks } from '../db/schema/deliveries.ts';
import { timeSettings } from '../db/schema/time.ts';
import { personalSettings } from '../time/queries.ts';
import { isMailProven } from './mail/confirm-queries.ts';

interface Target {
  readonly channel: OutsideChannel;
  readonly target: string;
  readonly host: string;
  /** The event types of a webhook; empty: all. */
  readonly kinds: readonly string[];
}

/**
 * The targets outside the app of the given accounts, with their settings and the number of their deliveries since a
 * moment. Mail only for a confirmed address. Leaves out restricted accounts.
 */
export const selectTargets = statement((q, v: Values<{ userIds: readonly string[]; since: string }>) =>
  q
    .select({
      userId: users.id,
      language: users.preferredLanguage,
      ...personalSettings,
      sentToday: sql<number>`(
        select count(*) from ${deliveries} where ${deliveries.userId} = ${users.id} and ${deliveries.id} >= ${v.since}::uuid)`,
      targets: sql<readonly Target[]>`(
        select coalesce(json_agg(t), '[]') from (
          select 'push' as channel, ${pushSubscriptions.id} as target, ${pushSubscriptions.host} as host, '[]'::json as kinds
          from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id}
          union all
          select 'webhook', ${webhooks.id}, ${webhooks.host}, array_to_json(${webhooks.kinds})
          from ${webhooks} where ${webhooks.userId} = ${users.id} and ${webhooks.disabledAt} is null
          union all
          select 'mail', ${users.id}, split_part(${users.email}, '@', 2), '[]'::json
          where ${isMailProven}
        ) t)`,
    })
    .from(sql`unnest(${v.userIds}::uuid[]) as told(id)`)
    .innerJoin(users, sql`${users.id} = told.id and ${users.restrictedAt} is null`)
    .leftJoin(timeSettings, eq(timeSettings.userId, users.id)),
);

/** The values of a delivery before its first try. */
const untried = { state: 'waiting', error: null, hidden: false, sentAt: null } as const;

export type NewDelivery = Omit<typeof deliveries.$inferSelect, keyof typeof untried>;

/** Many rows at once, as JSON. Inserts one delivery for each notification and target. */
export const insertDeliveries = statement((q, v: Values<{ rows: string }>) =>
  q
    .insert(deliveries)
    .select(rowsFrom(deliveries, v.rows, untried))
    .onConflictDoNothing(),
);
