import { desc, eq, sql, statement, type Values } from '@jarvis/database';
import { columns, isOne, type One, type Own } from '../../db/rows.ts';
import { webhooks } from '../../db/schema/deliveries.ts';
import { deleteAllOf, deleteOne, insertRow, selectOne, setColumns } from '../../db/statements.ts';

/** Without the address and the secret. */
export const webhook = columns(webhooks, 'id', 'host', 'kinds', 'failingSince', 'disabledAt', 'createdAt');
const sealed = { ...webhook, url: webhooks.url, secret: webhooks.secret };
export type WebhookRow = Awaited<ReturnType<typeof selectWebhooks>>[number];

/** Newest first. */
export const selectWebhooks = statement((q, v: Values<Own>) =>
  q.select(sealed).from(webhooks).where(eq(webhooks.userId, v.userId)).orderBy(desc(webhooks.id)),
);

/** Some of all accounts. */
export const selectSomeWebhooks = statement((q, v: Values<{ limit: number }>) =>
  q
    .select(columns(webhooks, 'id', 'url', 'secret'))
    .from(webhooks)
    .limit(v.limit),
);

export const selectWebhook = selectOne<WebhookRow>(webhooks, sealed);

export const insertWebhook = insertRow(webhooks, { failingDays: [] });

type WebhookUpdate = One & { kinds: readonly string[] | null; enabled: boolean | null; now: string };

/** Null leaves a field unchanged. Enabling a webhook resets its failures. */
export const updateWebhook = statement((q, v: Values<WebhookUpdate>) =>
  q
    .update(webhooks)
    .set({
      kinds: sql`coalesce(${v.kinds}::text[], ${webhooks.kinds})`,
      failingSince: sql`case when ${v.enabled}::boolean then null else ${webhooks.failingSince} end`,
      failingDays: sql`case when ${v.enabled}::boolean then '{}' else ${webhooks.failingDays} end`,
      disabledAt: sql`case when ${v.enabled}::boolean then null
        when ${v.enabled}::boolean is null then ${webhooks.disabledAt}
        else coalesce(${webhooks.disabledAt}, ${v.now}::timestamptz) end`,
    })
    .where(isOne(webhooks, v))
    .returning(sealed),
);

export const deleteWebhookRow = deleteOne(webhooks);

/** Their pending deliveries are stopped. */
export const deleteAllWebhooks = deleteAllOf(webhooks);

export const markWebhookWorking = statement((q, v: Values<One>) =>
  q
    .update(webhooks)
    .set({ failingSince: null, failingDays: [] })
    .where(isOne(webhooks, v, sql`${webhooks.failingSince} is not null`)),
);

/**
 * A webhook is switched off only after failures on so many days: a rarely called one may have failed twice by chance.
 */
const failingDaysMin = sql.raw('5');

type Failing = One & { now: string; day: string; staleBefore: string };

/**
 * Records a failure on this day, and switches the webhook off if it has failed since before `staleBefore`. No row if it
 * is already off.
 */
export const markWebhookFailing = statement((q, v: Values<Failing>) => {
  const days = sql`case when ${webhooks.failingDays} @> array[${v.day}::text] then ${webhooks.failingDays}
    else ${webhooks.failingDays} || ${v.day}::text end`;
  return q
    .update(webhooks)
    .set({
      failingSince: sql`coalesce(${webhooks.failingSince}, ${v.now}::timestamptz)`,
      failingDays: days,
      disabledAt: sql`case
        when ${webhooks.failingSince} < ${v.staleBefore}::timestamptz and cardinality(${days}) >= ${failingDaysMin}
        then ${v.now}::timestamptz end`,
    })
    .where(isOne(webhooks, v, sql`${webhooks.disabledAt} is null`))
    .returning({ disabledAt: webhooks.disabledAt });
});

export const disableWebhook = setColumns(webhooks, ['disabledAt']);
