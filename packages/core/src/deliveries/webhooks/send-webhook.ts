import { createHmac } from 'node:crypto';
import { chosen, vocabularies } from '../../language/languages.ts';
import { addNotifications } from '../../notifications/add-notifications.ts';
import { needsAnotherKey } from '../../ports/connections.ts';
import type { Deps } from '../../ports/deps.ts';
import { filled } from '../../text/filled.ts';
import type { ToDeliver, ToldRow } from '../deliver-queries.ts';
import { type Outcome, post, stopped } from '../outcome.ts';
import { disableWebhook, markWebhookFailing, markWebhookWorking } from './webhook-queries.ts';
import { openWebhook } from './webhook-secrets.ts';

/** A webhook that fails for this long, on as many days, is switched off. */
const failingMsMax = 5 * 86_400_000;

/** Calls a webhook in the form of Standard Webhooks. */
export async function sendWebhook(
  deps: Deps,
  delivery: ToDeliver,
  told: readonly ToldRow[],
): Promise<Outcome> {
  const { userId, target, webhookUrl, webhookSecret, webhookDisabledAt } = delivery;
  if (!deps.settings.webhooks) return stopped('webhooksOff');
  if (webhookUrl === null || webhookSecret === null) return stopped('webhookDeleted');
  if (webhookDisabledAt !== null) return stopped('webhookOff');
  const now = deps.clock.nowIso();
  let webhook: { readonly url: string; readonly secret: string };
  try {
    webhook = await openWebhook(deps, { id: target, url: webhookUrl, secret: webhookSecret });
  } catch (error) {
    if (!needsAnotherKey(error)) throw error;
    // The installation was restored with another key.
    await disableWebhook(deps.db, { userId, id: target, disabledAt: now });
    await tellDisabled(deps, delivery);
    return stopped('unreadable');
  }
  const outcome = await call(deps, delivery, webhook, told);
  if (outcome.state === 'sent') {
    await markWebhookWorking(deps.db, { userId, id: target });
    return outcome;
  }
  const staleBefore = new Date(deps.clock.now() - failingMsMax).toISOString();
  const failing = { userId, id: target, now, day: now.slice(0, 10), staleBefore };
  const [marked] = await markWebhookFailing(deps.db, failing);
  if (marked?.disabledAt) await tellDisabled(deps, delivery);
  // A server answers 404 for a while during a deployment.
  return outcome.state === 'failed' ? outcome : { state: 'failed', error: outcome.error };
}

/** Adds a notification in the app that a webhook was switched off. */
async function tellDisabled({ db, clock, changes }: Deps, { userId, target, language, host }: ToDeliver) {
  const { webhookOff } = vocabularies[chosen(language)].notices;
  const source = { kind: 'system', sourceId: target, occurrenceAt: clock.nowIso() } as const;
  await addNotifications({ db, clock }, [{ userId, ...source, title: filled(webhookOff, host) }]);
  changes.publish(userId, 'notifications');
}

async function call(
  deps: Deps,
  { id, kind, createdAt }: ToDeliver,
  { url, secret }: { readonly url: string; readonly secret: string },
  told: readonly ToldRow[],
): Promise<Outcome> {
  const body = JSON.stringify({ type: kind, timestamp: createdAt, data: dataOf(kind, told) });
  const seconds = String(Math.floor(deps.clock.now() / 1_000));
  return post(deps, {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Jarvis',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': signatureOf(secret, `${id}.${seconds}.${body}`),
    },
    body,
  });
}

function dataOf(kind: string, told: readonly ToldRow[]) {
  if (kind === 'test') return {};
  const notifications = told.map(({ sourceId: _, occurrenceAt: __, ...notification }) => notification);
  return kind === 'reminders.due' ? { notifications } : { notification: notifications[0] };
}

/** HMAC-SHA256, as Standard Webhooks writes it. */
const signatureOf = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest('base64')}`;
