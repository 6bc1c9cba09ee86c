import { chosen, vocabularies } from '../../language/languages.ts';
import type { Deps } from '../../ports/deps.ts';
import { filled } from '../../text/filled.ts';
import { selectOperatorAddress, type ToDeliver, type ToldRow } from '../deliver-queries.ts';
import { type Outcome, post, stopped } from '../outcome.ts';
import { pushKeys } from './push-keys.ts';
import { deleteSubscriptionRow, setSubscriptionFailing } from './push-queries.ts';

/** The limit of the text; push services take messages of 4,096 bytes, including the encryption's overhead. */
const bytesMax = 3_000;
/** Padding, so that a message's length does not reveal its text. */
const paddedTo = 256;

/** Pushes to a browser. Removes a subscription that is gone, or that has a former key. */
export async function sendPush(deps: Deps, delivery: ToDeliver, told: readonly ToldRow[]): Promise<Outcome> {
  const { userId, target, id, notificationId, endpoint, p256dh, auth, vapidKey } = delivery;
  if (!deps.settings.push) return stopped('pushOff');
  if (endpoint === null || p256dh === null || auth === null) return stopped('signedOut');
  const keys = await pushKeys(deps);
  const own = { userId, id: target };
  if (vapidKey !== keys.publicKey) {
    await deleteSubscriptionRow(deps.db, own);
    return stopped('formerKey');
  }
  const subject = await subjectOf(deps);
  if (subject === undefined) return stopped('noSender');
  const topic = (notificationId ?? id).replaceAll('-', '');
  const payload = payloadOf(delivery, told, topic);
  const ttlSeconds = Math.max(0, Math.floor((Date.parse(delivery.expiresAt) - deps.clock.now()) / 1_000));
  const call = await deps.push.callOf({ endpoint, p256dh, auth, payload, topic, ttlSeconds, subject, keys });
  const outcome = await post(deps, call);
  const failingSince = outcome.state === 'sent' ? null : deps.clock.nowIso();
  if (outcome.state === 'stopped' && outcome.gone) await deleteSubscriptionRow(deps.db, own);
  else await setSubscriptionFailing(deps.db, { ...own, failingSince });
  return outcome;
}

/**
 * The sender's contact: the service's address if push services accept it, else an operator's. Undefined if there is
 * neither.
 */
async function subjectOf({ db, settings }: Deps): Promise<string | undefined> {
  const { hostname, protocol } = new URL(settings.publicUrl);
  if (protocol === 'https:' && hostname !== 'localhost') return settings.publicUrl;
  const operator = await selectOperatorAddress.first(db, {});
  return operator && `mailto:${operator.email}`;
}

/** The service worker's data: JSON, padded. */
function payloadOf({ kind, language, lockScreenTitles }: ToDeliver, told: readonly ToldRow[], tag: string) {
  const words = vocabularies[chosen(language)].notices;
  const [first] = told;
  const isList = told.length > 1;
  const title = isList ? filled(words.several, told.length) : (first?.title ?? words.test);
  const body = isList ? told.map(({ title }) => title).join('\n') : (first?.body ?? '');
  const isHidden = lockScreenTitles === false && kind !== 'test';
  const text = isHidden ? { title: words.hidden, body: '' } : { title, body };
  const only = isList ? undefined : first;
  const about = { taskId: only?.taskId ?? null, conversationId: only?.conversationId ?? null };
  // For the buttons, which tick the task or snooze the reminder.
  const reminderId = only?.kind === 'reminder' ? only.sourceId : null;
  const scheduleId = only?.kind === 'schedule' ? only.sourceId : null;
  const isReminder = reminderId !== null && about.taskId !== null;
  const actions = isReminder ? Object.entries({ done: words.done, later: words.later }) : [];
  return padded({ kind, tag, id: only?.id ?? null, ...about, reminderId, scheduleId, actions, ...text });
}

function padded<Message extends { readonly title: string; readonly body: string }>(message: Message): string {
  let { title, body } = message;
  const text = (padding = '') => JSON.stringify({ ...message, title, body, padding });
  while (Buffer.byteLength(text()) > bytesMax) {
    if (body !== '') body = body.slice(0, body.length >> 1).toWellFormed();
    else title = title.slice(0, title.length >> 1).toWellFormed();
  }
  const bytes = Buffer.byteLength(text());
  return text(' '.repeat((paddedTo - (bytes % paddedTo)) % paddedTo));
}
