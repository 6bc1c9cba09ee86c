import { deliverDueResetMails } from '@jarvis/core';
import { readable } from '@jarvis/testkit/smtp-server';
import { afterEach, expect, it } from 'vitest';
import { smtpMailer } from '../src/adapters/mailer/smtp.ts';
import { password, startService, type TestService } from './support/service.ts';
import { closePeers, smtpServer, tcpPeer } from './support/smtp-peers.ts';

const services: TestService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await closePeers();
});

/** The service with this mail server, as by SMTP_URL. */
async function mailingTo(
  url: string,
  deadlines: { verifyMs?: number; sendMs?: number } = {},
): Promise<TestService> {
  const mailer = smtpMailer({ url, from: 'Jarvis <jarvis@example.org>', ...deadlines });
  const service = await startService({ overrides: { mailer: mailer as never } });
  services.push(service);
  return service;
}

const forgot = (service: TestService, email: string) =>
  service.stranger().post('/api/auth/forgot', { email });

it('a link mailed by SMTP resets the password', async () => {
  const { url, received } = await smtpServer();
  const service = await mailingTo(url());
  await service.signedUp('ada@example.org');
  expect((await forgot(service, 'nobody@example.org')).status).toBe(200);
  expect((await forgot(service, 'ada@example.org')).status).toBe(200);
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]?.to).toEqual(['ada@example.org']);
  const text = readable(received[0]?.message ?? '');
  const token = /\/reset\?token=([\w-]{43})/.exec(text)?.[1];
  const body = { token, password: 'a new password', confirmPassword: 'a new password' };
  expect((await service.stranger().post('/api/auth/reset', body)).status).toBe(200);
  const login = (tried: string) =>
    service.stranger().post('/api/auth/login', { email: 'ada@example.org', password: tried });
  expect((await login(password)).status).toBe(401);
  expect((await login('a new password')).status).toBe(200);
});

it('a mail server that refuses us is a 503 for every address', async () => {
  const { url } = await smtpServer({
    authOptional: false,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  const service = await mailingTo(url('jarvis:wrong@'));
  await service.signedUp('ada@example.org');
  const [known, unknown] = [await forgot(service, 'ada@example.org'), await forgot(service, 'x@example.org')];
  expect(known.status).toBe(503);
  expect(unknown.status).toBe(503);
  expect(known.text).toBe(unknown.text);
});

it('a mail server that hangs delays nobody beyond the deadline, and leaves no connection', async () => {
  const { url, sockets } = await tcpPeer(() => {});
  const service = await mailingTo(url, { verifyMs: 400, sendMs: 400 });
  await service.signedUp('ada@example.org');
  const statuses: number[] = [];
  for (const email of ['ada@example.org', 'x@example.org'])
    void forgot(service, email).then(({ status }) => statuses.push(status));
  // The mail server never answers, so only the deadlines end these requests.
  await expect.poll(() => statuses, { message: 'both answers', timeout: 4_000 }).toEqual([503, 503]);
  await expect.poll(() => sockets.size, { message: 'connections to the mail server' }).toBe(0);
});

it('a recipient that is refused later leaves the mail to be retried', async () => {
  let refusing = true;
  const { url, received } = await smtpServer({
    onRcptTo: (_address, _session, done) => (refusing ? done(new Error('greylisted')) : done()),
  });
  const service = await mailingTo(url());
  await service.signedUp('ada@example.org');
  expect((await forgot(service, 'ada@example.org')).status).toBe(200);
  const waiting = () =>
    service.deps.db.run('select extract(epoch from next_try_at - now()) from reset_requests', []);
  const dueIn = async () => Number((await waiting())[0]?.[0]);
  await expect.poll(dueIn).toBeLessThanOrEqual(5);
  refusing = false;
  await service.deps.db.run("update reset_requests set next_try_at = now() - interval '1 second'", []);
  await deliverDueResetMails(service.deps);
  expect(received).toHaveLength(1);
  expect(await waiting()).toHaveLength(0);
});
