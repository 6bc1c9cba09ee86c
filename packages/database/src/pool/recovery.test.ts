import { connectionTo, type FlakyServer, flakyServer } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { isAnswerLost } from './connection.ts';

const direct = await databaseForFile();
const opened: { db: Database; server: FlakyServer }[] = [];

afterEach(async () => {
  for (const { db, server } of opened.splice(0)) {
    await server.stop();
    await db.close(0);
  }
});

async function behindFlaky(deadlineMs = 2_500): Promise<{ db: Database; server: FlakyServer }> {
  const server = await flakyServer(direct.url);
  const db = connectionTo(server.url, { poolSize: 3, deadlineMs });
  opened.push({ db, server });
  return { db, server };
}

const one = (db: Database) => db.run('select 1', []);

const usedAgain = (db: Database) =>
  expect.poll(() => one(db).catch(() => undefined), { message: 'an answer' }).toEqual([[1]]);

/** Longer than a test may take: what ends before it was not ended by a deadline. */
const neverMs = 100_000;

const unavailable = { name: 'DatabaseUnavailable' };

for (const mode of ['close', 'hang'] as const) {
  test(`a server that accepts and then does ${mode} is unavailable in time, and used again when it recovers`, async () => {
    const { db, server } = await behindFlaky();
    server.mode = mode;
    const refused: string[] = [];
    const note = (error: Error) => void refused.push(error.name);
    for (let times = 0; times < 20; times += 1) void one(db).catch(note);
    void db.ping(200).catch(note);
    await expect.poll(() => refused, { message: 'refusals' }).toEqual(Array(21).fill(unavailable.name));
    await expect(db.transaction((tx) => tx.run('select 1', []))).rejects.toMatchObject(unavailable);
    server.mode = 'forward';
    await usedAgain(db);
  });
}

test('connections that freeze under running statements are replaced', async () => {
  const { db, server } = await behindFlaky();
  await Promise.all([one(db), one(db), one(db)]);
  server.freeze();
  await Promise.all(Array.from({ length: 20 }, () => expect(one(db)).rejects.toMatchObject(unavailable)));
  await usedAgain(db);
  expect(await Promise.all([one(db), one(db), one(db)])).toEqual([[[1]], [[1]], [[1]]]);
});

test('reads that followed each other on a connection that freezes give their slot back together', async () => {
  const { db, server } = await behindFlaky();
  const ada = db.shared('ada');
  await one(ada);
  server.freeze();
  await Promise.all(Array.from({ length: 8 }, () => expect(one(ada)).rejects.toMatchObject(unavailable)));
  // One after another they would need eight times the server's time.
  const again = () => one(ada).catch(() => undefined);
  await expect.poll(again, { message: 'an answer', timeout: 10_000 }).toEqual([[1]]);
});

test('a transaction on a connection that freezes is unavailable in time', async () => {
  const { db, server } = await behindFlaky();
  const frozen = db.transaction(async (tx) => {
    await tx.run('select 1', []);
    server.freeze();
    await tx.run('select 2', []);
  });
  await expect(frozen).rejects.toMatchObject(unavailable);
  await usedAgain(db);
});

test('a short restart is waited out', async () => {
  const { db, server } = await behindFlaky();
  await one(db);
  server.mode = 'close';
  server.drop();
  setTimeout(() => {
    server.mode = 'forward';
  }, 400);
  // A statement sent at the moment of the loss fails with it; none does afterwards.
  await expect.poll(() => db.stats().open).toBe(0);
  expect(await Promise.all([one(db), one(db)])).toEqual([[[1]], [[1]]]);
});

test('the statement after the operator ended a backend succeeds', async () => {
  const { db } = await behindFlaky();
  const [row] = await db.run('select pg_backend_pid()', []);
  await direct.run('select pg_terminate_backend($1)', [row?.[0]]);
  await usedAgain(db);
});

test('statements repeated at the moment when every connection fails are answered by the next client', async () => {
  const { db, server } = await behindFlaky(neverMs);
  await Promise.all([one(db), one(db), one(db)]);
  const asked = Array.from({ length: 3 }, () => db.run('select pg_sleep(100)', []).catch(() => one(db)));
  await expect.poll(() => db.stats().idle).toBe(0);
  server.reset();
  expect(await Promise.all(asked)).toEqual([[[1]], [[1]], [[1]]]);
});

test('a transaction that continues after its connection was lost is refused, while others use the client', async () => {
  const { db } = await behindFlaky();
  const other = db.run('select pg_sleep(1)', []);
  const lost = db.transaction(async (tx) => {
    const [row] = await tx.run('select pg_backend_pid()', []);
    await direct.run('select pg_terminate_backend($1)', [row?.[0]]);
    await expect.poll(() => db.stats().open).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(tx.run('select 1', [])).rejects.toMatchObject(unavailable);
  });
  // A new row is written once more.
  await expect(lost).rejects.toSatisfy(isAnswerLost);
  await other;
  await usedAgain(db);
});

test('a lone statement that was the victim of a deadlock is sent once more', async () => {
  const { db } = await behindFlaky();
  await direct.run('create sequence tries', []);
  await direct.run(
    `create function victim(times int) returns int language plpgsql as $$
     begin if nextval('tries') <= times then raise sqlstate '40P01'; end if; return times; end $$`,
    [],
  );
  expect(await db.run('select victim(1)', [])).toEqual([[1]]);
  await expect(db.run('select victim(1000)', [])).rejects.toMatchObject(unavailable);
});

test('without a server, statements are refused almost at once; a new one is used as soon as it is there', async () => {
  const { db, server } = await behindFlaky(neverMs);
  await server.stop();
  await expect(one(db)).rejects.toMatchObject(unavailable);
});

test('after a switchover that leaves connections open, the first refused write reopens them', async () => {
  const { db, server } = await behindFlaky();
  await db.run('set default_transaction_read_only = on', []);
  const connections = server.greetings.length;
  await expect(db.run('create table taken (id int)', [])).rejects.toMatchObject({
    ...unavailable,
    cause: { code: '25006' },
  });
  await db.run('create table taken (id int)', []);
  expect(server.greetings).toHaveLength(connections + 1);
});

test('a server that closes every connection during sign-in is retried with pauses', async () => {
  const { db, server } = await behindFlaky();
  server.mode = 'close';
  const before = server.connections;
  await expect(one(db)).rejects.toMatchObject(unavailable);
  expect(server.connections - before).toBeLessThan(10);
  // Also further connections of a healthy client.
  server.mode = 'forward';
  await usedAgain(db);
  server.mode = 'close';
  const since = server.connections;
  const both = [db.run('select pg_sleep(0.5)::text', []), one(db).catch((error: unknown) => error)];
  await Promise.all(both);
  expect(server.connections - since).toBeLessThan(10);
});

test('a server without room for more connections serves all over those that there are', async () => {
  await direct.run('create role few login connection limit 2', []);
  const url = direct.url.replace(/\/\/[^@]*@/, '//few@');
  const db = connectionTo(url, { poolSize: 5 });
  const pids = () => Promise.all(Array.from({ length: 20 }, () => db.run('select pg_backend_pid()', [])));
  try {
    const first = await pids();
    expect(new Set([...first, ...(await pids())].flat(2)).size).toBe(2);
  } finally {
    await db.close(0);
    await direct.run('drop role few', []);
  }
});

test('replacing old connections disturbs no statement', async () => {
  const { server } = await behindFlaky();
  const db = connectionTo(server.url, { poolSize: 3, lifetimeMs: 500 });
  const until = performance.now() + 4_000;
  const work = async () => {
    while (performance.now() < until) {
      await one(db);
      await db.transaction((tx) => tx.run('select 1', []));
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  await db.close();
  expect(server.greetings.length).toBeGreaterThan(3 * 3);
});
