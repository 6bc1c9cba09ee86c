import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { outsideChannels } from '@jarvis/contract';
import { deliverer, systemClock, tellReminders } from '@jarvis/core';
import { accountIn, freshDatabase, MovableClock, nodeFlags, type TestDatabase } from '@jarvis/testkit';
import { startSmtpServer } from '@jarvis/testkit/smtp-server';
import { amount } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { browserAt, type Receiver, startReceiver } from './support/receiver.ts';
import { tellingDeps } from './support/telling.ts';

const accounts = amount(15, 60);
const perRound = 2 * accounts;

let db: TestDatabase;
let receiver: Receiver;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
beforeAll(async () => {
  db = await freshDatabase();
  receiver = await startReceiver();
  smtp = await startSmtpServer();
});
afterAll(async () => {
  await db.close();
  await receiver.close();
  await smtp.close();
});

const deps = (clock = systemClock) => tellingDeps(db, { clock, place: receiver.place, smtp: smtp.url() });

/** Accounts with a webhook, a browser and a proven address. */
async function settle(): Promise<void> {
  const { connectors, push, clock } = deps();
  const { publicKey, privateKey } = await push.newKeys();
  await db.run(
    `insert into installation_settings (name, value, secret, version, changed_at)
     values ('push', $1, $2, gen_random_uuid(), now())`,
    [{ publicKey }, await connectors.secrets.seal(privateKey, 'push')],
  );
  for (let n = 0; n < accounts; n += 1) {
    const userId = await accountIn(db);
    const url = await connectors.secrets.seal(`${receiver.url}/hook`, `webhook ${userId} url`);
    const secret = await connectors.secrets.seal('whsec_c2VjcmV0', `webhook ${userId} secret`);
    const { subscription } = browserAt(`${receiver.url}/push/${n}`);
    const { p256dh, auth } = subscription.keys;
    const now = clock.nowIso();
    await db.run('update users set address_proven_at = $2 where id = $1', [userId, now]);
    await db.run(
      `insert into time_settings (user_id, channels) values ($1, '{"reminder": ["app", "push", "mail", "webhook"]}')`,
      [userId],
    );
    await db.run(
      `insert into webhooks (user_id, id, url, secret, host, kinds, created_at) values ($1, $1, $2, $3, '', '{}', $4)`,
      [userId, url, secret, now],
    );
    await db.run(
      'insert into sessions (user_id, id, expires_at, signed_in_at) values ($1::uuid, $1::text, $2, $2)',
      [userId, now],
    );
    await db.run(
      `insert into push_subscriptions
         (user_id, id, session_id, endpoint, endpoint_hash, host, p256dh, auth, vapid_key, name, created_at)
       values ($1::uuid, $1, $1::text, $2, $2, '', $3, $4, $5, '', $6)`,
      [userId, subscription.endpoint, p256dh, auth, publicKey, now],
    );
  }
}

/** Two reminders for each account, due now. */
async function remind(): Promise<void> {
  await db.run(
    `with task as (
       insert into tasks (user_id, id, title, status, created_by, created_at, updated_at, due_date, due_at)
       select users.id, gen_random_uuid(), 'Task', 'open', 'user', now(), now(), '2026-11-24', now()
       from users, generate_series(1, $1::int) returning user_id, id
     )
     insert into reminders (user_id, id, task_id, minutes_before, at, next_at, occurrence_at, created_at)
     select user_id, gen_random_uuid(), id, 0, now(), now(), now(), now() from task`,
    [perRound / accounts],
  );
}

/** A process that delivers due notifications, in the app and outside, until it is killed. */
const teller = `
  import { outsideChannels } from '@jarvis/contract';
  import { deliverer, tellReminders, systemClock } from '@jarvis/core';
  import { connect } from '@jarvis/database';
  import { silentLog } from '@jarvis/testkit';
  import { tellingDeps } from '${new URL('./support/telling.ts', import.meta.url)}';
  const [, url, place, smtp] = process.argv;
  const db = connect({ url, poolSize: 4, applicationName: 'teller', log: silentLog });
  const deps = tellingDeps(db, { clock: systemClock, place, smtp });
  const channels = Array(10).fill(outsideChannels).flat();
  for (;;) {
    await tellReminders(deps).catch(() => {});
    await Promise.all(channels.map((channel) => deliverer(channel)(deps))).catch(() => {});
  }
`;
function startTeller(): ChildProcess {
  const args = [...nodeFlags(), '--input-type=module', '-e', teller, db.url, receiver.place, smtp.url()];
  const started = spawn(process.execPath, args, { stdio: 'ignore' });
  onTestFinished(() => void started.kill('SIGKILL'));
  return started;
}

/** The number of arrivals of each delivery: a push by its topic and browser, which one notification has once. */
function arrivals(): Map<string, number> {
  const ids = [
    ...receiver.received.map(({ path, headers }) =>
      path === '/hook' ? `webhook ${headers['webhook-id']}` : `push ${headers.topic} ${path}`,
    ),
    ...smtp.received.map(({ message }) => `mail ${/^Message-ID: <([\w-]+)@/m.exec(message)?.[1]}`),
  ];
  const counted = new Map<string, number>();
  for (const id of ids) counted.set(id, (counted.get(id) ?? 0) + 1);
  return counted;
}

test('when two processes are killed during deliveries, nothing is lost, nothing comes twice in the app, and a duplicate outside has the same id', async () => {
  const rounds = amount(1, 20);
  await settle();
  const total = () => receiver.received.length + smtp.received.length;
  for (let round = 1; round <= rounds; round += 1) {
    const before = total();
    const tellers = [startTeller(), startTeller()];
    await remind();
    // Kills at another point of the round each time.
    const until = before + 1 + Math.floor((round * perRound) / rounds);
    await vi.waitUntil(() => total() >= until, { timeout: 60_000, interval: 1 });
    for (const process of tellers) process.kill('SIGKILL');
    await Promise.all(tellers.map((process) => once(process, 'exit')));
  }
  // When the leases of the killed ones have ended.
  const later = deps(new MovableClock(Date.now() + 150_000));
  await tellReminders(later);
  for (const channel of outsideChannels) await deliverer(channel)(later);

  const all = rounds * perRound;
  const [[told, tasksTold] = []] = await db.run(
    'select count(*)::int, count(distinct task_id)::int from notifications',
    [],
  );
  expect([told, tasksTold]).toEqual([all, all]);
  const rows = await db.run(
    `select channel, d.id::text, replace(notification_id::text, '-', ''), endpoint, state
     from deliveries d left join push_subscriptions p on p.user_id = d.user_id and p.id = d.target`,
    [],
  );
  expect(rows.filter(([, , , , state]) => state !== 'sent')).toEqual([]);
  expect(rows).toHaveLength(all * outsideChannels.length);
  const arrived = arrivals();
  const sent = rows.map(([channel, id, topic, endpoint]) =>
    channel === 'push' ? `push ${topic} ${new URL(String(endpoint)).pathname}` : `${channel} ${id}`,
  );
  expect(new Set(arrived.keys())).toEqual(new Set(sent));
  const twice = [...arrived.values()].filter((times) => times > 1).length;
  // Only deliveries in progress at a kill: two processes, 10 of each channel.
  expect(twice).toBeLessThanOrEqual(rounds * 2 * 10 * outsideChannels.length);
  console.info(`${arrived.size} told outside in ${rounds} rounds, ${twice} of them twice`);
}, 600_000);
