import { limits } from '@jarvis/contract';
import { atMost, eq, sql, statement, type Values } from '@jarvis/database';
import { rowFrom } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { deliveries, pushSubscriptions, webhooks } from '../db/schema/deliveries.ts';
import { timeSettings } from '../db/schema/time.ts';
import type { OutsideChannel } from './channels.ts';

interface Target {
  readonly channel: OutsideChannel;
  readonly target: string;
  readonly host: string;
  /** The event types of a webhook; empty: all. */
  readonly kinds: readonly string[];
}

/**
 * The targets outside the app of the given accounts, with their settings and the number of their deliveries since a
 * moment. Mail goes to a confirmed address only. Leaves out restricted accounts.
 */
export const selectTargets = statement((q, v: Values<{ userIds: readonly string[]; since: string }>) => {
  const recent = q
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(sql`${deliveries.userId} = ${users.id} and ${deliveries.id} >= ${v.since}::uuid`)
    .limit(atMost(limits.deliveriesADayMax));
  return q
    .select({
      userId: users.id,
      language: users.preferredLanguage,
      timeZone: timeSettings.timeZone,
      dayTime: sql<string>`coalesce(${timeSettings.dayTime}, '09:00')`,
      daySummary: sql<boolean>`coalesce(${timeSettings.daySummary}, true)`,
      quietFrom: timeSettings.quietFrom,
      quietUntil: timeSettings.quietUntil,
      channels: timeSettings.channels,
      lockScreenTitles: sql<boolean>`coalesce(${timeSettings.lockScreenTitles}, true)`,
      sentToday: sql<number>`(select count(*)::int from (${recent}) recent)`,
      targets: sql<readonly Target[]>`(
        select coalesce(json_agg(t), '[]') from (
          select 'push' as channel, ${pushSubscriptions.id} as target, ${pushSubscriptions.host} as host, '[]'::json as kinds
          from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id}
          union all
          select 'webhook', ${webhooks.id}, ${webhooks.host}, array_to_json(${webhooks.kinds})
          from ${webhooks} where ${webhooks.userId} = ${users.id} and ${webhooks.disabledAt} is null
          union all
          select 'mail', ${users.id}, split_part(${users.email}, '@', 2), '[]'::json
          where ${users.addressProvenAt} is not null or ${timeSettings.mailConfirmedAt} is not null
        ) t)`,
    })
    .from(sql`unnest(${v.userIds}::uuid[]) as told(id)`)
    .innerJoin(users, sql`${users.id} = told.id and ${users.restrictedAt} is null`)
    .leftJoin(timeSettings, eq(timeSettings.userId, users.id));
});

export interface NewDelivery {
  readonly userId: string;
  readonly id: string;
  readonly notificationId: string | null;
  readonly alsoIds: readonly string[];
  readonly kind: string;
  readonly channel: Target['channel'];
  readonly target: string;
  readonly host: string;
  readonly nextTryAt: string;
  readonly expiresAt: string;
  readonly createdAt: string;
}

/** Many rows at once, as JSON. Inserts one delivery for each notification and target. */
export const insertDeliveries = statement((q, v: Values<{ rows: string }>) =>
  q
    .insert(deliveries)
    .select(
      rowFrom(
        deliveries,
        {
          userId: sql`planned."userId"`,
          id: sql`planned.id`,
          notificationId: sql`planned."notificationId"`,
          alsoIds: sql`planned."alsoIds"`,
          kind: sql`planned.kind`,
          channel: sql`planned.channel`,
          target: sql`planned.target`,
          state: sql`'waiting'`,
          tries: sql`0`,
          attempt: sql`null::uuid`,
          nextTryAt: sql`planned."nextTryAt"`,
          expiresAt: sql`planned."expiresAt"`,
          host: sql`planned.host`,
          error: sql`null::text`,
          hidden: sql`false`,
          createdAt: sql`planned."createdAt"`,
          sentAt: sql`null::timestamptz`,
        },
        sql`from json_to_recordset(${v.rows}::json) as planned("userId" uuid, id uuid, "notificationId" uuid, "alsoIds" uuid[], kind text, channel text, target uuid, "nextTryAt" timestamptz, "expiresAt" timestamptz, host text, "createdAt" timestamptz)`,
      ),
    )
    .onConflictDoNothing(),
);
