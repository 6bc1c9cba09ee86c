import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@jarvis/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { outboxMailer } from './outbox.ts';

const from = 'Jarvis <no-reply@localhost>';
const link = `http://localhost:3000/reset?token=${'a'.repeat(60)}`;
const mail = { to: 'ada@example.org', subject: 'Hello', text: `Ä link:\n${link}`, html: '<p>A link</p>' };

test('without SMTP each mail is a file that only its owner can read, and its path is logged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'outbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const mailer = outboxMailer({ folder: join(dataDir, 'outbox'), from, log });
  expect(mailer.name).toBe('outbox');
  await mailer.verify();
  await Promise.all([mailer.send(mail), mailer.send(mail)]);
  const names = await readdir(join(dataDir, 'outbox'));
  expect(names).toHaveLength(2);
  for (const name of names) {
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT.*\.eml$/);
    const path = join(dataDir, 'outbox', name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(log.info).toHaveBeenCalledWith({ path }, expect.any(String));
    const message = await readFile(path, 'utf8');
    expect(message).toContain('To: ada@example.org');
    expect(message).toContain(`Ä link:\r\n${link}\r\n`);
    expect(message).toContain('<p>A link</p>');
  }
});

test('a folder without write access is detected before a mail is promised', async () => {
  const mailer = outboxMailer({ folder: '/dev/null/outbox', from, log: silentLog });
  await expect(mailer.verify()).rejects.toThrow();
});
