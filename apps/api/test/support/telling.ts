import type { Clock, Deps } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { Mailbox, testDeps } from '@jarvis/testkit';
import { smtpMailer } from '../../src/adapters/mailer/smtp.ts';
import { outsideWith } from '../../src/adapters/outside.ts';
import { webPush } from '../../src/adapters/push.ts';

/** The service's collaborators for deliveries outside the app: a receiver on loopback and a mail server. */
export function tellingDeps(
  db: Database,
  { clock, place, smtp }: { readonly clock: Clock; readonly place: string; readonly smtp: string },
): Deps {
  const { send, verify } = smtpMailer({ url: smtp, from: 'Jarvis <jarvis@example.org>' });
  const mailer = Object.assign(new Mailbox(), { send, verify });
  const outside = outsideWith([place]);
  const made = testDeps(db, { mailer, outside, push: webPush() });
  return { ...made, clock, settings: { ...made.settings, publicUrl: 'https://jarvis.example.org' } };
}
