import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log, Mailer } from '@jarvis/core';
import { messageOf } from './message.ts';

/** Writes each mail as an `.eml` file that only this user can read, and logs its path. */
export function outboxMailer({ folder, from, log }: { folder: string; from: string; log: Log }): Mailer {
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
      const { text: _, html: __, ...rest } = messageOf(from, mail);
      // Not quoted-printable, which breaks links: people open the file in an editor, and copy them.
      const raw = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${mail.text}`;
      const alternatives = [{ raw }, { contentType: 'text/html; charset=utf-8', content: mail.html }];
      const { message } = await composer.sendMail({ ...rest, alternatives });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const path = join(folder, name);
      // Renamed when complete: a program that watches the folder must not see half a mail.
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ path }, 'mail written to the outbox: no SMTP server is configured');
    },
  };
}
