import { deliveryError } from '@jarvis/contract/delivery-reasons';
import { failureOf } from '../../connections/failures.ts';
import { mailerInUse } from '../../connections/in-use.ts';
import { chosen, vocabularies } from '../../language/languages.ts';
import { mailOf } from '../../mail/mail.ts';
import type { Deps } from '../../ports/deps.ts';
import { filled } from '../../text/filled.ts';
import { shownSettings } from '../../time/settings.ts';
import type { ToDeliver, ToldRow } from '../deliver-queries.ts';
import { inWords, type Outcome, stopped } from '../outcome.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** Mails notifications to the account's owner. The subject is as private as the mailbox. */
export async function sendMail(deps: Deps, delivery: ToDeliver, told: readonly ToldRow[]): Promise<Outcome> {
  const { userId, id, email, language } = delivery;
  const { publicUrl, defaultTimeZone } = deps.settings;
  const code = chosen(language);
  const { mails, notices } = vocabularies[code];
  const [first] = told;
  const { channels } = shownSettings(delivery, defaultTimeZone);
  // The person has unsubscribed since.
  if (!first || first.kind === 'system' || !channels[first.kind].includes('mail')) return stopped('mailOff');
  const subject = told.length > 1 ? filled(notices.several, told.length) : first.title;
  const others = first.kind === 'schedule' ? `/schedules?schedule=${first.sourceId}` : '/tasks';
  const place = first.conversationId ? `/c/${first.conversationId}` : others;
  const lines = told.flatMap(({ title, body }) => [title, ...body.split('\n')].filter(Boolean));
  const unsubscribe = `${publicUrl}/api/mail/unsubscribe?token=${await unsubscribeToken(deps, userId)}`;
  const mail = mailOf(code, subject.replace(/\s+/g, ' '), [
    mails.greeting,
    ...lines,
    { label: notices.open, link: `${publicUrl}${place}` },
    filled(notices.unsubscribe, unsubscribe),
  ]);
  const mailer = await mailerInUse(deps);
  try {
    await mailer.send({ to: email, ...mail, id: `${id}@${new URL(publicUrl).hostname}`, unsubscribe });
  } catch (error) {
    const failure = failureOf(error);
    const { detail } = failure;
    return {
      state: 'failed',
      error: detail === '' ? inWords(failure) : deliveryError('mailRefused', detail),
    };
  }
  return { state: 'sent' };
}
