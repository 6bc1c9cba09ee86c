import type { OutsideChannel } from '@jarvis/contract';
import { deliveryError } from '@jarvis/contract/delivery-reasons';
import { chosen, vocabularies } from '../language/languages.ts';
import type { Deps } from '../ports/deps.ts';
import { filled } from '../text/filled.ts';
import { loadCalendar } from '../time/load-calendar.ts';
import { knownZone } from '../time/local.ts';
import { sayTime } from '../time/say-time.ts';
import { selectNotificationsOf, type ToDeliver, type ToldRow } from './deliver-queries.ts';
import { sendMail } from './mail/send-mail.ts';
import { type Outcome, stopped } from './outcome.ts';
import { sendPush } from './push/send-push.ts';
import { sendWebhook } from './webhooks/send-webhook.ts';

/** Sends a delivery over its channel, unless a change since its planning forbids it. */
export async function sendOne(deps: Deps, delivery: ToDeliver): Promise<Outcome> {
  const { channel, userId, notificationId, alsoIds, restrictedAt, expiresAt } = delivery;
  if (restrictedAt !== null) return stopped('restricted');
  if (Date.parse(expiresAt) <= deps.clock.now()) return { state: 'expired', error: deliveryError('tooLate') };
  const ids = notificationId === null ? [] : [notificationId, ...alsoIds];
  const told = ids.length === 0 ? [] : await selectNotificationsOf(deps.db, { userId, ids });
  if (ids.length > 0 && told.length === 0) return stopped('nothingLeft');
  // A webhook's receiver words the notification itself.
  const said = channel === 'webhook' ? told : await withLateness(deps, delivery, told);
  return senders[channel](deps, delivery, said);
}

const senders = { push: sendPush, mail: sendMail, webhook: sendWebhook } satisfies Record<
  OutsideChannel,
  unknown
>;

/** A late reminder says when it was due. */
async function withLateness(
  { clock, settings }: Deps,
  { language, timeZone }: ToDeliver,
  told: readonly ToldRow[],
): Promise<ToldRow[]> {
  const calendar = await loadCalendar();
  const code = chosen(language);
  const zone = knownZone(timeZone, settings.defaultTimeZone);
  return told.map((row) => {
    const atMs = Date.parse(row.occurrenceAt);
    if (row.kind !== 'reminder' || !row.late || atMs > clock.now()) return row;
    const start = calendar.localOf(atMs, zone).slice(0, 16);
    const due = sayTime({ start, timeZone: zone, atMs }, code, clock.now(), calendar);
    return { ...row, body: filled(vocabularies[code].notices.wasDue, due) };
  });
}
