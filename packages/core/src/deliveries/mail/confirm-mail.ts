import type { User } from '@jarvis/contract';
import { mailerInUse } from '../../connections/in-use.ts';
import { badRequest, unavailable } from '../../errors.ts';
import { accountMail } from '../../mail/mail.ts';
import type { Deps } from '../../ports/deps.ts';
import { markMailConfirmed } from './confirm-queries.ts';

const purpose = 'confirm mail';
const validMs = 24 * 60 * 60_000;

/**
 * Mails a link that confirms the address, valid for a day. The link works only in a session of this account: if a
 * stranger registered with the address, its owner confirms nothing by following the link. Throws unavailable.
 */
export async function mailConfirmation(deps: Deps, user: User): Promise<void> {
  const { connectors, clock, settings, log } = deps;
  const token = await connectors.secrets.seal(JSON.stringify([user.id, clock.now() + validMs]), purpose);
  const link = `${settings.publicUrl}/api/mail/confirm?token=${token}`;
  const mail = accountMail(user, ({ confirm: { subject, why, button, unasked } }) => ({
    subject,
    parts: [why, { label: button, link }, unasked],
  }));
  const mailer = await mailerInUse(deps);
  try {
    await mailer.send(mail);
  } catch (error) {
    log.warn({ error: String(error) }, 'a mail that confirms an address could not be sent');
    throw unavailable('The mail could not be handed off for delivery. Try again in a few minutes.', error);
  }
}

/** Throws badRequest, with one message, for a token that is unknown, expired or another account's. */
export async function confirmMail(deps: Deps, userId: string, token: string): Promise<void> {
  const { connectors, clock, db, changes } = deps;
  const opened: unknown = await connectors.secrets
    .open(token, purpose)
    .then(JSON.parse)
    .catch(() => undefined);
  const [owner, untilMs] = Array.isArray(opened) ? opened : [];
  if (owner !== userId || typeof untilMs !== 'number' || untilMs <= clock.now())
    throw badRequest('This link is not valid: it is older than a day, or for another account.');
  await markMailConfirmed(db, { userId, now: clock.nowIso() });
  changes.publish(userId, 'account');
}
