import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, onTestFinished, test } from 'vitest';
import { isForeignKeyViolation, isUniqueViolation, QueryError } from './failures.ts';

const db = await databaseForFile({ poolSize: 2 });
await db.run('create table parents (id int primary key)', []);
await db.run(
  'create table children (id int, parent int references parents deferrable initially deferred)',
  [],
);

const failWith = (code: string) => `do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`;
const parents = async () => (await db.run('select id from parents order by id', [])).flat();

test('a serialization failure is retried, at most twice', async () => {
  let tries = 0;
  const result = await db.transaction(async (tx) => {
    tries += 1;
    await tx.run('insert into parents values (1)', []);
    if (tries < 3) await tx.run(failWith('40001'), []);
    return 'stored';
  });
  expect([result, tries, await parents()]).toEqual(['stored', 3, [1]]);
  tries = 0;
  const hopeless = db.transaction(async (tx) => {
    tries += 1;
    await tx.run(failWith('40P01'), []);
  });
  await expect(hopeless).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  expect(tries).toBe(3);
});

test('a failed statement rolls everything back, even when its error is swallowed', async () => {
  const swallowed = db.transaction(async (tx) => {
    await tx.run('insert into parents values (20)', []);
    await tx.run('insert into parents values (20)', []).catch(() => {});
    return 'fine';
  });
  await expect(swallowed).rejects.toSatisfy(
    (error) => isUniqueViolation(error) && error.constraint === 'parents_pkey',
  );
  const forgotten = db.transaction(async (tx) => {
    void tx.run('insert into parents values (21)', []);
    void tx.run('select 1/0', []);
  });
  await expect(forgotten).rejects.toBeInstanceOf(QueryError);
  // The second is asked for when the work has ended, and is sent before the commit.
  const followed = db.transaction(async (tx) => {
    await tx.run('insert into parents values (22)', []);
    const first = tx.run('select 1', []);
    void first.then(() => tx.run('select 1/0', [])).catch(() => {});
  });
  await expect(followed).rejects.toBeInstanceOf(QueryError);
  expect(await parents()).not.toContain(20);
  expect(await parents()).not.toContain(21);
});

test('a failed commit is an error', async () => {
  const orphan = db.transaction((tx) => tx.run('insert into children values (1, 999)', []));
  await expect(orphan).rejects.toSatisfy((error) => isForeignKeyViolation(error));
  expect(await db.run('select * from children', [])).toEqual([]);
});

test('a deadline that passes before the work begins ends it without a warning of Node', async () => {
  const warned: string[] = [];
  const note = ({ name }: Error) => warned.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const late = db.transaction((tx) => tx.run('select pg_sleep(60)', []), { deadlineMs: 0.01 });
  await expect(late).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  expect(warned).toEqual([]);
});

test('work that takes too long is rolled back, and its connection serves again', async () => {
  const slow = db.transaction((tx) => tx.run('insert into parents values (30) returning pg_sleep(60)', []), {
    deadlineMs: 150,
  });
  const idle = db.transaction(
    async (tx) => {
      await tx.run('insert into parents values (31)', []);
      await new Promise(() => {});
    },
    { deadlineMs: 150 },
  );
  const late = { name: 'DatabaseUnavailable' };
  await Promise.all([expect(slow).rejects.toMatchObject(late), expect(idle).rejects.toMatchObject(late)]);
  await Promise.all([db.run('select 1', []), db.run('select 1', [])]);
  expect(await parents()).not.toContain(30);
  expect(await parents()).not.toContain(31);
  await expect.poll(() => db.stats()).toMatchObject({ open: 2, idle: 2, waiting: 0 });
  const asleep =
    "select count(*) from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'";
  await expect.poll(() => db.run(asleep, [])).toEqual([[0]]);
});

test('a transaction that the server ended while our process was held up harms no statement after it', async () => {
  const idle = db.transaction(
    async (tx) => {
      await tx.run('select 1', []);
      const until = performance.now() + 600;
      while (performance.now() < until);
      await new Promise(() => {});
    },
    { deadlineMs: 150 },
  );
  const next = idle.catch(() => db.run('select 1', []));
  expect(await next).toEqual([[1]]);
});

test('an error of the work itself is passed on unchanged', async () => {
  const own = Object.assign(new Error('mine'), { code: 'ENOENT' });
  await expect(db.transaction(() => Promise.reject(own))).rejects.toBe(own);
});

test('nothing runs in a transaction that has ended', async () => {
  let kept: { run: typeof db.run } | undefined;
  await db.transaction(async (tx) => {
    kept = tx;
    await tx.run('select 1', []);
  });
  await expect(kept?.run('insert into parents values (40)', [])).rejects.toThrow('has ended');
});

test('a longer deadline is also set on the server', async () => {
  const limits = await db.transaction((tx) => tx.run("select current_setting('statement_timeout')", []), {
    deadlineMs: 60_000,
  });
  expect(limits).toEqual([['1min']]);
  expect(await db.run("select current_setting('statement_timeout')", [])).toEqual([['18400ms']]);
});

test('isolation can be asked for', async () => {
  const level = await db.transaction((tx) => tx.run("select current_setting('transaction_isolation')", []), {
    isolation: 'serializable',
  });
  expect(level).toEqual([['serializable']]);
});
