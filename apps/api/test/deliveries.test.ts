import { outsideChannels } from '@jarvis/contract';
import {
  ConnectionFailed,
  deliverer,
  keepTime,
  pauseOutside,
  resumeOutside,
  tellDays,
  tellReminders,
} from '@jarvis/core';
import { Mailbox } from '@jarvis/testkit';
import { startSmtpServer } from '@jarvis/testkit/smtp-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpMailer } from '../src/adapters/mailer/smtp.ts';
import { outsideWith } from '../src/adapters/outside.ts';
import { webPush } from '../src/adapters/push.ts';
import type { Client } from './support/client.ts';
import { browserAt, startReceiver, vapidClaims } from './support/receiver.ts';
import { serviceForFile, startService } from './support/service.ts';

let ada: Client;
let email: string;
/** What the operator allows: the receiver's address in each test. */
const allowed: string[] = [];
let people = 0;
let signedUpAt = Date.parse('2026-11-22T06:00:00.000Z');

const receiver = await startReceiver();
const smtp = await startSmtpServer();
const real = smtpMailer({ url: smtp.url(), from: 'Jarvis <jarvis@example.org>' });
const mailer = Object.assign(new Mailbox(), { send: real.send, verify: real.verify });
const service = await serviceForFile({
  publicUrl: 'https://jarvis.example.org',
  overrides: { mailer, outside: outsideWith(allowed), push: webPush() },
});
beforeEach(async () => {
  signedUpAt += 61_000;
  service.deps.clock.moveTo(new Date(signedUpAt).toISOString());
  email = `outside-${++people}@example.org`;
  ada = await service.signedUp(email);
  await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome', daySummary: false });
  service.deps.clock.moveTo('2026-11-23T11:00:00.000Z');
  allowed.splice(0, allowed.length, receiver.place);
  receiver.answer(204);
  receiver.received.length = 0;
  // Otherwise deliveries of other accounts would arrive too when the clock moves, or be planned anew when it goes back.
  await service.deps.db.run('delete from deliveries', []);
  await service.deps.db.run('delete from reminders', []);
});
afterAll(async () => {
  await receiver.close();
  await smtp.close();
});

const settings = (change: object) => ada.patch('/api/time-settings', change);
const onlyBy = (channel: string) =>
  settings({ channels: { reminder: ['app', channel], day: ['app', channel] } });
const remind = (title: string, time = '12:30') =>
  ada.post('/api/reminders', { title, date: '2026-11-23', time });
/** The service as it is at that moment. */
async function at(moment: string) {
  service.deps.clock.moveTo(moment);
  await tellReminders(service.deps);
  await tellDays(service.deps);
  for (const channel of outsideChannels) await deliverer(channel)(service.deps);
}
const due = '2026-11-23T11:30:00.000Z';
const later = (seconds: number) => new Date(Date.parse(due) + seconds * 1_000).toISOString();
const deliveries = async () => (await ada.get('/api/deliveries')).body.deliveries;
const notifications = async () => (await ada.get('/api/notifications')).body.notifications;

async function addWebhook(fields: object = {}) {
  await onlyBy('webhook');
  const { status, body } = await ada.post('/api/webhooks', { url: `${receiver.url}/secret-path`, ...fields });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
async function subscribe() {
  const { publicKey } = (await ada.get('/api/push-subscriptions')).body;
  const browser = browserAt(`${receiver.url}/push/${people}`);
  const { status, body } = await ada.post('/api/push-subscriptions', browser.subscription);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...browser, publicKey, id: body.pushSubscription.id };
}

/** The service while its stored secrets cannot be decrypted; `detail` names why their key cannot be read. */
function withoutSecrets(detail: string) {
  const { deps } = service;
  const open = () => Promise.reject(new ConnectionFailed('secretUnreadable', detail));
  return { ...deps, connectors: { ...deps.connectors, secrets: { ...deps.connectors.secrets, open } } };
}

/** Specification: Outside the app. */
describe('a webhook', () => {
  it('is switched off after a restore with another key, but not while the key cannot be read', async () => {
    await addWebhook();
    await remind('Call Grace');
    service.deps.clock.moveTo(due);
    await tellReminders(service.deps);
    await deliverer('webhook')(withoutSecrets('EACCES'));
    expect(await deliveries()).toMatchObject([{ state: 'failed', tries: 1 }]);
    await at(later(10));
    expect(await deliveries()).toMatchObject([{ state: 'sent', tries: 2 }]);
    const isEnabled = async () => (await ada.get('/api/webhooks')).body.webhooks[0].enabled;
    expect(await isEnabled()).toBe(true);
    await remind('Call Alan', '12:31');
    service.deps.clock.moveTo(later(60));
    await tellReminders(service.deps);
    await deliverer('webhook')(withoutSecrets(''));
    expect(await isEnabled()).toBe(false);
    expect((await notifications())[0].kind).toBe('system');
  });

  it('is called once with a due reminder, signed as in Standard Webhooks', async () => {
    const { webhook, secret } = await addWebhook();
    expect(webhook).toMatchObject({ url: `http://${receiver.place}/…`, kinds: [], enabled: true });
    await remind('Call Grace');
    await at(due);
    await at(later(1));
    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const verified = new Webhook(secret).sign(
      String(headers['webhook-id']),
      new Date(Number(headers['webhook-timestamp']) * 1_000),
      body.toString(),
    );
    expect(headers['webhook-signature']).toBe(verified);
    expect(path).toBe('/secret-path');
    const [told] = await notifications();
    expect(JSON.parse(body.toString())).toEqual({
      ...{ type: 'reminder.due', timestamp: due },
      data: { notification: told },
    });
    expect(await deliveries()).toMatchObject([
      { id: headers['webhook-id'], channel: 'webhook', state: 'sent', tries: 1, sentAt: due, error: null },
    ]);
  });

  it('that fails is called again with the same id, at growing intervals, for a day', async () => {
    await addWebhook();
    await remind('Call Grace');
    receiver.answer(500);
    await at(due);
    expect(await deliveries()).toMatchObject([{ state: 'failed', tries: 1, error: 'Answered 500.' }]);
    for (const [seconds, tries] of [
      [9, 1],
      [10, 2],
      [69, 2],
      [70, 3],
      [370, 4],
      [2_170, 5],
      [9_370, 6],
    ] as const) {
      await at(later(seconds));
      expect(receiver.received).toHaveLength(tries);
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 1);
    await at(later(86_399));
    await at(later(86_400));
    expect(await deliveries()).toMatchObject([{ state: 'expired', tries: receiver.received.length }]);
    expect(await notifications()).toHaveLength(1);
  });

  it('waits for Retry-After, and follows no redirect', async () => {
    await addWebhook();
    await remind('Call Grace');
    receiver.answer(429, { 'retry-after': '600' });
    await at(due);
    await at(later(599));
    expect(receiver.received).toHaveLength(1);
    receiver.answer(302, { location: `${receiver.url}/elsewhere` });
    await at(later(600));
    expect(receiver.received).toHaveLength(2);
    expect(await deliveries()).toMatchObject([{ state: 'failed', error: 'Answered 302.' }]);
  });

  it('claimed by a process that died is called by another one after two minutes', async () => {
    await addWebhook();
    await remind('Call Grace');
    service.deps.clock.moveTo(due);
    await tellReminders(service.deps);
    await service.deps.db.run(
      `update deliveries set tries = 1, attempt = gen_random_uuid(), next_try_at = $1 where user_id =
         (select id from users where email = $2)`,
      [later(120), email],
    );
    await at(later(119));
    expect(receiver.received).toHaveLength(0);
    await at(later(120));
    expect(receiver.received).toHaveLength(1);
  });

  it('is called with its chosen types, tested at once, changed and deleted by its owner', async () => {
    const { webhook } = await addWebhook({ kinds: ['day.summary'] });
    await remind('Call Grace');
    await at(due);
    expect(receiver.received).toHaveLength(0);
    const path = `/api/webhooks/${webhook.id}`;
    expect((await ada.post(`${path}/test`)).body.delivery).toMatchObject({ kind: 'test', state: 'sent' });
    expect(JSON.parse(String(receiver.received[0]?.body))).toMatchObject({ type: 'test', data: {} });
    receiver.answer(500);
    expect((await ada.post(`${path}/test`)).body.delivery).toMatchObject({ state: 'failed', tries: 1 });
    const changed = await ada.patch(path, { kinds: [], enabled: false });
    expect(changed.body.webhook).toMatchObject({ kinds: [], enabled: false });
    const bob = await service.signedUp();
    for (const answer of [
      await bob.patch(path, { enabled: true }),
      await bob.post(`${path}/test`),
      await bob.delete(path),
    ])
      expect(answer.status).toBe(404);
    expect(changed.body.webhook.url).toBe(webhook.url);
    expect((await ada.get('/api/webhooks')).body.webhooks).toEqual([changed.body.webhook]);
    expect((await ada.delete(path)).body).toEqual({ ok: true });
    expect((await ada.get('/api/webhooks')).body.webhooks).toEqual([]);
  });

  it('that has failed for five days is switched off, with one notification, and can be switched on', async () => {
    const { webhook } = await addWebhook();
    receiver.answer(500);
    for (const day of ['23', '24', '25', '26', '27', '28', '29']) {
      await ada.post('/api/reminders', { title: `Day ${day}`, date: `2026-11-${day}`, time: '12:30' });
      await at(`2026-11-${day}T11:30:00.000Z`);
    }
    const [listed] = (await ada.get('/api/webhooks')).body.webhooks;
    expect(listed).toMatchObject({ enabled: false, failingSince: due });
    const told = (await notifications()).filter(({ kind }: { kind: string }) => kind === 'system');
    expect(told).toHaveLength(1);
    expect(told[0].title).toContain(receiver.place);
    const again = await ada.patch(`/api/webhooks/${webhook.id}`, { enabled: true });
    expect(again.body.webhook).toMatchObject({ enabled: true, failingSince: null });
  });

  it('whose address is no longer allowed counts as failing, and is switched off after five days', async () => {
    await addWebhook();
    allowed.length = 0;
    for (const day of ['23', '24', '25', '26', '29']) {
      expect((await ada.get('/api/webhooks')).body.webhooks).toMatchObject([{ enabled: true }]);
      await ada.post('/api/reminders', { title: `Day ${day}`, date: `2026-11-${day}`, time: '12:30' });
      await at(`2026-11-${day}T11:30:00.000Z`);
    }
    expect((await ada.get('/api/webhooks')).body.webhooks).toMatchObject([
      { enabled: false, failingSince: due },
    ]);
    expect(receiver.received).toHaveLength(0);
  });

  it('that failed on two days of a week is not switched off', async () => {
    await addWebhook();
    receiver.answer(500);
    for (const day of ['23', '29']) {
      await ada.post('/api/reminders', { title: `Day ${day}`, date: `2026-11-${day}`, time: '12:30' });
      await at(`2026-11-${day}T11:30:00.000Z`);
    }
    expect((await ada.get('/api/webhooks')).body.webhooks).toMatchObject([
      { enabled: true, failingSince: due },
    ]);
  });

  it('reports no task that was done or deleted while the delivery waited', async () => {
    await addWebhook();
    receiver.answer(500);
    for (const title of ['Done', 'Deleted', 'Open']) await remind(title);
    await at(due);
    const [open, deleted, done] = await notifications();
    await ada.patch(`/api/tasks/${done.taskId}`, { status: 'done' });
    await ada.delete(`/api/tasks/${deleted.taskId}`);
    receiver.answer(204);
    receiver.received.length = 0;
    await at(later(10));
    expect(receiver.received.map(({ body }) => JSON.parse(String(body)).data.notification.id)).toEqual([
      open.id,
    ]);
    expect((await deliveries()).map(({ state }: { state: string }) => state).sort()).toEqual([
      ...['sent', 'stopped', 'stopped'],
    ]);
  });

  it('that hangs delays none of the others that become due meanwhile', async () => {
    const slow = await addWebhook({ url: `${receiver.url}/hangs` });
    receiver.hold('/hangs');
    await remind('First');
    service.deps.clock.moveTo(due);
    // Other tests were later: the clock has not gone back.
    await service.deps.db.run('delete from notifications where created_at > $1', [due]);
    const stop = keepTime(service.deps);
    try {
      await expect.poll(() => receiver.held.has('/hangs')).toBe(true);
      await ada.patch(`/api/webhooks/${slow.webhook.id}`, { enabled: false });
      await addWebhook();
      for (const title of ['Second', 'Third', 'Fourth']) await remind(title, '12:31');
      service.deps.clock.moveTo(later(60));
      const others = () => receiver.received.filter(({ path }) => path === '/secret-path');
      await expect.poll(others).toHaveLength(3);
      expect([...receiver.held]).toEqual(['/hangs']);
    } finally {
      await stop();
    }
  });

  it.for([
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0.0.0.0/',
    'https://user:password@hooks.example.org/',
    'ftp://hooks.example.org/',
    'no address',
    '',
  ])('at %s is refused', async (url) => {
    expect((await ada.post('/api/webhooks', { url })).status).toBe(400);
    expect((await ada.get('/api/webhooks')).body.webhooks).toEqual([]);
  });

  it('whose name resolves to a private network fails with that reason, and nothing connects', async () => {
    await addWebhook({ url: 'https://localhost:8443/' });
    await remind('Call Grace');
    await at(due);
    expect(await deliveries()).toMatchObject([
      { state: 'failed', error: 'The name resolves to a private network.' },
    ]);
  });

  it('can be made in a session only, and at most five of them', async () => {
    for (let n = 0; n < 5; n += 1) await addWebhook();
    expect((await ada.post('/api/webhooks', { url: `${receiver.url}/` })).status).toBe(400);
    const program = await service.withKey(ada);
    for (const path of ['/api/webhooks', '/api/deliveries', '/api/push-subscriptions'])
      expect((await program.get(path)).status).toBe(401);
  });
});

describe('push', () => {
  it('refuses a key that is not a point on the curve', async () => {
    const { subscription } = browserAt(`${receiver.url}/push/${people}`);
    const { p256dh } = subscription.keys;
    for (const wrong of [`${p256dh.slice(0, -4)}AAAA`, `A${p256dh.slice(1)}`, 'B'.repeat(87)]) {
      const keys = { ...subscription.keys, p256dh: wrong };
      const { status, body } = await ada.post('/api/push-subscriptions', { ...subscription, keys });
      expect([status, body.issues?.[0]?.path]).toEqual([400, 'keys.p256dh']);
    }
    expect((await ada.get('/api/push-subscriptions')).body.pushSubscriptions).toEqual([]);
  });

  it('shows a due reminder, encrypted for the browser and signed by the service', async () => {
    const { read, publicKey } = await subscribe();
    await remind('Call Grace');
    await at(due);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const [told] = await notifications();
    const { text, message } = read(body);
    expect(message).toMatchObject({
      ...{ kind: 'reminder.due', title: 'Call Grace', body: '', id: told.id, taskId: told.taskId },
      tag: told.id.replaceAll('-', ''),
      actions: [
        ['done', 'Done'],
        ['later', 'In an hour'],
      ],
    });
    expect(Buffer.byteLength(text) % 256).toBe(0);
    expect(headers).toMatchObject({
      topic: message.tag,
      ttl: String(4 * 3_600),
      'content-encoding': 'aes128gcm',
    });
    expect(vapidClaims(String(headers.authorization), publicKey)).toMatchObject({
      aud: receiver.url,
      sub: 'https://jarvis.example.org',
    });
  });

  it('says when a late reminder was due', async () => {
    const { read } = await subscribe();
    await remind('Call Grace');
    await at(later(7_200));
    const [{ body }] = receiver.received as [(typeof receiver.received)[0]];
    expect(read(body).message).toMatchObject({
      title: 'Call Grace',
      body: 'Was due: Mon 23 Nov, 12:30 (Europe/Rome), 2 h ago',
    });
  });

  it('delivers a late reminder of an account whose zone this release does not know', async () => {
    const { read } = await subscribe();
    await remind('Call Grace');
    await service.deps.db.run("update time_settings set time_zone = 'Mars/Olympus'", []);
    await at(later(7_200));
    expect(read(receiver.received[0]?.body as Buffer).message).toMatchObject({
      title: 'Call Grace',
      body: expect.stringMatching(/^Was due: .*, 2 h ago$/),
    });
  });

  it('has no title if the person wants none, and never exceeds the size that push services accept', async () => {
    const { read } = await subscribe();
    await settings({ lockScreenTitles: false });
    await remind('Visit the clinic');
    await at(due);
    expect(read(receiver.received[0]?.body as Buffer).text).not.toContain('clinic');
    await settings({ lockScreenTitles: true });
    for (let n = 0; n < 40; n += 1) await remind('日'.repeat(200), '12:31');
    await at(later(60));
    const last = receiver.received.at(-1)?.body as Buffer;
    expect(last.length).toBeLessThanOrEqual(4_096);
    expect(read(last).message.title).toBe('40 reminders');
  });

  it('ends with the session, with the browser, and for the browser’s earlier account', async () => {
    const { subscription } = await subscribe();
    const mine = async (as: Client) => (await as.get('/api/push-subscriptions')).body.pushSubscriptions;
    expect(await mine(ada)).toMatchObject([{ isCurrent: true, host: receiver.place }]);
    await ada.post('/api/push-subscriptions', subscription);
    expect(await mine(ada)).toHaveLength(1);
    const bob = await service.signedUp();
    await bob.post('/api/push-subscriptions', subscription);
    expect([await mine(ada), (await mine(bob)).length]).toEqual([[], 1]);
    service.deps.clock.moveTo('2026-11-23T11:00:00.000Z');
    await ada.post('/api/push-subscriptions', subscription);
    await remind('Call Grace');
    receiver.answer(410);
    await at(due);
    expect(await deliveries()).toMatchObject([{ state: 'stopped', tries: 1, error: 'Answered 410.' }]);
    expect(await mine(ada)).toEqual([]);
    await ada.post('/api/push-subscriptions', subscription);
    await ada.post('/api/auth/logout');
    const rows = await service.deps.db.run(
      'select from push_subscriptions where user_id = (select id from users where email = $1)',
      [email],
    );
    expect(rows).toHaveLength(0);
  });

  it('is sent to push services only', async () => {
    const { subscription } = browserAt('https://push.example.org/1');
    expect((await ada.post('/api/push-subscriptions', subscription)).status).toBe(400);
    const keys = { p256dh: 'short', auth: 'short' };
    const wrong = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys };
    expect((await ada.post('/api/push-subscriptions', wrong)).status).toBe(400);
    const good = { ...subscription, endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/1' };
    expect((await ada.post('/api/push-subscriptions', good)).status).toBe(200);
  });
});

describe('mail', () => {
  const linkIn = (message: string, path: string) =>
    new RegExp(`${path}\\?token=[\\w-]+`).exec(message.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ??
    '';

  it('is sent to an address confirmed in a session of its account, and ends with one POST', async () => {
    await onlyBy('mail');
    await remind('Call Grace');
    await at(due);
    expect(await deliveries()).toEqual([]);
    const before = smtp.received.length;
    expect((await ada.post('/trpc/deliveries.confirmMail', {})).status).toBe(200);
    const confirm = linkIn(smtp.received[before]?.message ?? '', '/api/mail/confirm');
    const bob = await service.signedUp();
    expect((await bob.post(confirm)).status).toBe(400);
    expect((await service.stranger().post(confirm)).status).toBe(401);
    service.deps.clock.moveTo(due);
    const page = await ada.get(confirm);
    expect(page.text).toContain('<form method="post">');
    // Otherwise a browser names no origin on plain http, and the form is refused as another site's.
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const isConfirmed = async () => (await ada.get('/trpc/deliveries.mail')).body.result.data.isConfirmed;
    expect(await isConfirmed()).toBe(false);
    expect((await ada.post(confirm)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    await remind('Call Alan', '12:31');
    await at(later(60));
    const { message, to } = smtp.received.at(-1) as (typeof smtp.received)[0];
    const [{ id }] = await deliveries();
    expect(to).toEqual([email]);
    expect(message).toContain(`Message-ID: <${id}@jarvis.example.org>`);
    expect(message).toContain('Auto-Submitted: auto-generated');
    expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(message).toContain('Subject: Call Alan');
    for (const title of ['One', 'Two', 'Three', 'Four']) await remind(title, '12:32');
    await at(later(120));
    expect(smtp.received.at(-1)?.message).toMatch(/^Subject: 4 reminders$.*^Four$/ms);
    const unsubscribe = linkIn(message, '/api/mail/unsubscribe');
    const stranger = service.stranger();
    expect((await stranger.get(unsubscribe)).text).toContain('<form method="post">');
    expect((await ada.get('/api/time-settings')).body.timeSettings.channels.reminder).toContain('mail');
    const posted = await stranger.request('POST', unsubscribe, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(posted.status).toBe(200);
    expect((await ada.get('/api/time-settings')).body.timeSettings.channels.reminder).toEqual(['app']);
    const wrong = await stranger.post('/api/mail/unsubscribe?token=wrong');
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('ratelimit-policy')).toContain('"unsubscribesPerNetwork"');
  });
});

describe('a delivery outside the app', () => {
  it('is one list when four or more are due at once, also for a webhook that chose single reminders', async () => {
    await addWebhook({ kinds: ['reminder.due'] });
    for (const title of ['One', 'Two', 'Three', 'Four']) await remind(title);
    await at(due);
    expect(receiver.received).toHaveLength(1);
    const { type, data } = JSON.parse(String(receiver.received[0]?.body));
    expect(type).toBe('reminders.due');
    expect(data.notifications.map(({ title }: { title: string }) => title).sort()).toEqual(
      ['One', 'Two', 'Three', 'Four'].sort(),
    );
    expect(await notifications()).toHaveLength(4);
  });

  it('waits in quiet hours if the person did not choose its time', async () => {
    await addWebhook();
    await settings({ quiet: { from: '22:00', until: '07:00' }, daySummary: true, dayTime: '06:00' });
    await ada.post('/api/tasks?include=due', { title: 'Post', due: { date: '2026-11-24' } });
    await ada.post('/api/reminders', { title: 'Pills', date: '2026-11-24', time: '06:30' });
    await at('2026-11-24T05:00:00.000Z');
    expect((await notifications())[0]).toMatchObject({ kind: 'day', title: 'Post' });
    expect(receiver.received).toHaveLength(0);
    await at('2026-11-24T05:30:00.000Z');
    expect(receiver.received).toHaveLength(1);
    await at('2026-11-24T05:59:59.000Z');
    expect(receiver.received).toHaveLength(1);
    await at('2026-11-24T06:00:00.000Z');
    expect(receiver.received.map(({ body }) => JSON.parse(String(body)).type)).toEqual([
      'reminder.due',
      'day.summary',
    ]);
  });

  it('ends at 200 in a day, with one notice in the app', async () => {
    await addWebhook();
    await service.deps.db.run(
      `insert into deliveries (user_id, id, kind, channel, target, state, expires_at, host, created_at)
       select users.id, ('01a20800-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test', 'webhook', users.id,
         'sent', $2, '', $2 from users, generate_series(1, 199) n where email = $1`,
      [email, '2026-11-23T11:00:00.000Z'],
    );
    for (const title of ['One', 'Two', 'Three']) await remind(title);
    await at(due);
    expect(receiver.received).toHaveLength(1);
    await ada.delete('/api/deliveries');
    expect(await deliveries()).toEqual([]);
    await remind('Four', '12:31');
    await at(later(60));
    expect(receiver.received).toHaveLength(1);
    const kinds = (await notifications()).map(({ kind }: { kind: string }) => kind).sort();
    expect(kinds).toEqual(['reminder', 'reminder', 'reminder', 'reminder', 'system']);
  });

  it('is not made for a restricted account, and waits while operators have paused deliveries', async () => {
    await addWebhook();
    await remind('Call Grace');
    await pauseOutside(service.deps);
    await at(due);
    expect(receiver.received).toHaveLength(0);
    await resumeOutside(service.deps);
    const restrict = (moment: string | null) =>
      service.deps.db.run('update users set restricted_at = $1 where email = $2', [moment, email]);
    await restrict(due);
    await at(later(1));
    await restrict(null);
    expect(receiver.received).toHaveLength(0);
    expect(await deliveries()).toMatchObject([
      { state: 'stopped', tries: 0, error: 'The account is restricted.' },
    ]);
  });

  it('that expires before it is tried counts no try', async () => {
    await addWebhook();
    await remind('Call Grace');
    await pauseOutside(service.deps);
    await at(due);
    await resumeOutside(service.deps);
    await at(later(86_400));
    expect(receiver.received).toHaveLength(0);
    expect(await deliveries()).toMatchObject([{ state: 'expired', tries: 0, error: 'It came too late.' }]);
  });

  it('is refused with a reason when the operator has switched it off', async () => {
    const other = await startService({
      db: service.deps.db,
      overrides: {
        clock: service.deps.clock,
        settings: { ...service.deps.settings, push: false, webhooks: false },
      },
    });
    const bob = await other.signedUp();
    const hook = await bob.post('/api/webhooks', { url: 'https://hooks.example.org/' });
    expect([hook.status, hook.body.error]).toEqual([403, 'The operator has switched webhooks off.']);
    const { subscription } = browserAt('https://fcm.googleapis.com/fcm/send/1');
    expect((await bob.post('/api/push-subscriptions', subscription)).status).toBe(403);
    expect((await bob.get('/api/push-subscriptions')).body.publicKey).toBeNull();
    await other.close();
  });

  it('is exported without addresses and secrets', async () => {
    await addWebhook();
    await subscribe();
    await remind('Call Grace');
    await at(due);
    const { text, body } = await ada.get('/api/auth/export');
    expect(body.webhooks).toMatchObject([{ host: receiver.place }]);
    expect(body.pushSubscriptions).toMatchObject([{ host: receiver.place }]);
    expect(body.deliveries).toMatchObject([{ channel: 'webhook', state: 'sent' }]);
    for (const secret of ['secret-path', 'whsec_', '/push/']) expect(text).not.toContain(secret);
  });
});
