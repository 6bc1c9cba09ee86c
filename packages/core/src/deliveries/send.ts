import type { Deps } from '../ports/deps.ts';
import { shownSettings } from '../time/settings.ts';
import { selectNotificationsOf, type ToDeliver, type ToldRow } from './deliver-queries.ts';
import { type Outcome, stopped } from './outcome.ts';
import { reminderMail } from './reminder-mail.ts';
import { sendPush } from './send-push.ts';
import { sendWebhook } from './send-webhook.ts';

/** Sends a delivery over its channel, unless a change since its planning forbids it. */
export async function sendOne(deps: Deps, delivery: ToDeliver): Promise<Outcome> {
  const { channel, userId, notificationId, alsoIds, restrictedAt, expiresAt } = delivery;
  if (restrictedAt !== null) return stopped('The account is restricted.');
  if (Date.parse(expiresAt) <= deps.clock.now()) return { state: 'expired', error: 'It came too late.' };
  const ids = notificationId === null ? [] : [notificationId, ...alsoIds];
  const told = ids.length === 0 ? [] : await selectNotificationsOf(deps.db, { userId, ids });
  if (ids.length > 0 && told.length === 0) return stopped('There is nothing to tell any more.');
  if (channel === 'push') return sendPush(deps, delivery, told);
  if (channel === 'webhook') return sendWebhook(deps, delivery, told);
  return sendMail(deps, delivery, told);
}

async function sendMail(deps: Deps, delivery: ToDeliver, told: readonly ToldRow[]): Promise<Outcome> {
  if (delivery.addressProvenAt === null && delivery.mailConfirmedAt === null)
    return stopped('The address is not confirmed.');
  const { channels } = shownSettings(delivery, deps.settings.defaultTimeZone);
  const [first] = told;
  const wanted = first && first.kind !== 'system' && channels[first.kind].includes('mail');
  // The person has unsubscribed since.
  if (!wanted) return stopped('Mail is switched off.');
  return reminderMail(deps, delivery, told);
}
