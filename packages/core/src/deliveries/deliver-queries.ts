import type { OutsideChannel } from '@jarvis/contract';
import { and, asc, atMost, eq, sql, statement, type Values } from '@jarvis/database';
import { columns, columnsBut, isOne, isOwn, type One, type Own, pick } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { deliveries, pushSubscriptions, webhooks } from '../db/schema/deliveries.ts';
import { installationSettings } from '../db/schema/installation.ts';
import { tasks } from '../db/schema/tasks.ts';
import { notifications, timeSettings } from '../db/schema/time.ts';
import { anyDue, claimFirst, setColumns } from '../db/statements.ts';
import { notification } from '../notifications/queries.ts';
import { personalSettings } from '../time/queries.ts';
import { pausedSetting } from './paused.ts';

/** Due, unless operators have paused all deliveries. */
const isDue = ({ channel, now }: { readonly channel: unknown; readonly now: unknown }) =>
  and(
    sql`${deliveries.channel} = ${channel}`,
    sql`${deliveries.nextTryAt} <= ${now}::timestamptz`,
    sql`not exists (
      select from ${installationSettings} where ${installationSettings.name} = ${sql.raw(`'${pausedSetting}'`)})`,
  );

export const anyDeliveryDue = (channel: OutsideChannel) =>
  anyDue(deliveries, deliveries.nextTryAt, ({ now }) => isDue({ channel, now }));

type Claim = { channel: OutsideChannel; now: string; until: string; attempt: string };

/** Claims a delivery until `until`; after that, another process may retry it. */
export const claimDelivery = claimFirst(deliveries, deliveries.nextTryAt, isDue, (v: Values<Claim>) => ({
  attempt: sql`${v.attempt}::uuid`,
  tries: sql`${deliveries.tries} + 1`,
  nextTryAt: sql`${v.until}::timestamptz`,
}));

/**
 * Makes deliveries that wait until after `latest`, longer than any may, due by now. They expire as before: the clock may
 * be wrong only now.
 */
export const hastenDeliveries = statement((q, v: Values<{ now: string; latest: string }>) =>
  q
    .update(deliveries)
    .set({ nextTryAt: sql`${v.now}::timestamptz` })
    .where(sql`${deliveries.nextTryAt} > ${v.latest}::timestamptz`),
);

const isTarget = (table: typeof pushSubscriptions | typeof webhooks, channel: OutsideChannel) =>
  and(eq(table.userId, deliveries.userId), eq(table.id, deliveries.target), eq(deliveries.channel, channel));

/** A delivery with its account and its target. */
export const selectToDeliver = statement((q, v: Values<One>) =>
  q
    .select({
      ...columnsBut(deliveries, 'state', 'error', 'hidden', 'nextTryAt', 'sentAt'),
      email: users.email,
      language: users.preferredLanguage,
      restrictedAt: users.restrictedAt,
      ...personalSettings,
      ...columns(pushSubscriptions, 'endpoint', 'p256dh', 'auth', 'vapidKey'),
      webhookUrl: webhooks.url,
      webhookSecret: webhooks.secret,
      webhookDisabledAt: webhooks.disabledAt,
    })
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.userId))
    .leftJoin(timeSettings, eq(timeSettings.userId, deliveries.userId))
    .leftJoin(pushSubscriptions, isTarget(pushSubscriptions, 'push'))
    .leftJoin(webhooks, isTarget(webhooks, 'webhook'))
    .where(isOne(deliveries, v)),
);

export type ToDeliver = Awaited<ReturnType<typeof selectToDeliver>>[number];

const isStillTold = ({ userId }: Values<Own>) => sql`(${notifications.kind} <> 'reminder' or exists (
  select from ${tasks}
  where ${tasks.userId} = ${userId} and ${tasks.id} = ${notifications.taskId} and ${tasks.status} = 'open'))`;

/** In order of creation, without reminders of tasks that are done or deleted. */
export const selectNotificationsOf = statement((q, v: Values<Own & { ids: readonly string[] }>) => {
  const told = { ...notification, ...columns(notifications, 'sourceId', 'occurrenceAt') };
  // Looked up one by one: otherwise the planner scans all of the account's notifications.
  const one = q
    .select(told)
    .from(notifications)
    .where(isOwn(notifications, v, sql`${notifications.id} = wanted.id`, isStillTold(v)))
    .limit(atMost(1))
    .as('one');
  return q
    .select(pick(one, told))
    .from(sql`unnest(${v.ids}::uuid[]) as wanted(id)`)
    .crossJoinLateral(one)
    .orderBy(asc(one.id));
});

export type ToldRow = Awaited<ReturnType<typeof selectNotificationsOf>>[number];

/** Only the attempt that holds the claim may record its end. */
export const endDeliveryTry = setColumns(
  deliveries,
  ['state', 'tries', 'error', 'nextTryAt', 'sentAt'],
  (v: Values<One & { attempt: string | null }>) => sql`${deliveries.attempt} = ${v.attempt}::uuid`,
);

/** The operator with the earliest account: the first account is an operator, unless others have taken its place. */
export const selectOperatorAddress = statement((q) =>
  q
    .select({ email: users.email })
    .from(users)
    .where(sql`${users.operator}`)
    .orderBy(asc(users.id))
    .limit(atMost(1)),
);
