import { join } from 'node:path';
import type { Log, Mailer } from '@jarvis/core';
import { outboxMailer } from './outbox.ts';
import { smtpMailer } from './smtp.ts';

/** By SMTP where that is configured; otherwise into a folder, so that a newcomer can still reset a password. */
export function createMailer(
  {
    smtpUrl,
    mailFrom,
    dataDir,
  }: { readonly smtpUrl: string | undefined; readonly mailFrom: string; readonly dataDir: string },
  log: Log,
): Mailer {
  return smtpUrl === undefined
    ? outboxMailer({ folder: join(dataDir, 'outbox'), from: mailFrom, log })
    : smtpMailer({ url: smtpUrl, from: mailFrom });
}
