import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, Mailer } from '@jarvis/core';
import { messageOf } from './message.ts';

/** Writes each mail as an `.eml` file that only this user can read, and logs its path. */
export function outboxMailer({
  folder,
  from,
  log,
}: {
  readonly folder: string;
  readonly from: string;
  readonly log: Log;
}): Mailer {
  const prepare = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  };
  return {
    name: 'outbox',
    verify: prepare,
    async send(mail) {
      await prepare();
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail(messageOf(from, mail));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const path = join(folder, name);
      // Renamed when complete: a program that watches the folder must not see half a mail.
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ path }, 'mail written to the outbox: no SMTP server is configured');
    },
  };
}
