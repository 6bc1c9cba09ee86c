import { connectionTo } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { describe, expect, it } from 'vitest';
import { sql } from '../statements/sql.ts';
import { statement, type Values } from '../statements/statement.ts';

const db = await databaseForFile({ poolSize: 2 });

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

it('gives every caller their own rows when many wait for few connections', async () => {
  const answers = await Promise.all(
    range(200).map((i) => db.run('select $1::int, $2::text', [i, `row ${i}`])),
  );
  expect(answers.map(([row]) => row)).toEqual(range(200).map((i) => [i, `row ${i}`]));
  expect(db.stats().idle).toBe(db.stats().open);
});

it('sends statements one after another over the last used connection, however many are idle', async () => {
  const one = () => db.run('select pg_backend_pid()', []);
  await Promise.all([one(), one()]);
  expect(db.stats().idle).toBe(2);
  const pids: unknown[] = [];
  for (let i = 0; i < 10; i += 1) pids.push((await one())[0]?.[0]);
  expect(new Set(pids).size).toBe(1);
});

it('a failed statement does not fail those queued beside it', async () => {
  const answers = await Promise.allSettled(
    range(60).map((i) => db.run('select 1 / $1::int', [i % 20 === 7 ? 0 : 1])),
  );
  const refused = answers.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
  expect(refused).toEqual([7, 27, 47]);
});

it('lets no statement into another’s transaction, and serves those that wait for a connection', async () => {
  const order = range(40).map((i) =>
    i % 10 === 5
      ? db.transaction(async (tx) => {
          await tx.run(`create temporary table t${i} (n int) on commit drop`, []);
          const [row] = await tx.run(
            'select count(*)::int from pg_stat_activity where pid = pg_backend_pid()',
            [],
          );
          return row;
        })
      : db.run('select 1', []).then(([row]) => row),
  );
  expect(await Promise.all(order)).toEqual(range(40).map(() => [1]));
});

it('serves again after a statement hung', async () => {
  const hanging = range(30).map((i) =>
    db.run(i === 3 ? 'select pg_sleep(30)::text' : 'select 1', [], { deadlineMs: 300 }),
  );
  const settled = await Promise.allSettled(hanging);
  expect(settled[3]).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } });
  for (const result of settled) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'DatabaseUnavailable' });
  }
  expect([...(await db.run('select 2', [], { deadlineMs: 8_000 }))]).toEqual([[2]]);
});

it('leaves connections to others, however many statements and transactions one share sends', async () => {
  const all = connectionTo(db.url, { poolSize: 5 });
  const held = Promise.withResolvers<void>();
  const greedy = all.shared('greedy');
  const transactions = range(10).map(() => greedy.transaction(() => held.promise));
  const runs = range(10).map(() => greedy.run('select 1', []));
  const statements = range(10).map(() => selectOne(greedy, {}));
  const one = all.shared('one');
  expect([...(await one.run('select 1', [])), ...(await all.run('select 2', []))]).toEqual([[1], [2]]);
  expect([...(await selectOne(one, {})), ...(await selectOne(all, {}))]).toEqual([{ one: 1 }, { one: 1 }]);
  expect(all.stats().waiting).toBe(28);
  held.resolve();
  await Promise.all([...transactions, ...runs, ...statements]);
  await all.close();
});

const selectOne = statement((q) => q.select({ one: sql<number>`1` }).from(sql`(values (1)) as rows`));

it('subtracts the time already waited from default deadlines, not from explicit ones', async () => {
  const late = db.shared('late', 19_950);
  const refused = { name: 'DatabaseUnavailable' };
  await expect(late.run(sleepHalf, [])).rejects.toMatchObject(refused);
  await expect(dozing(late, {})).rejects.toMatchObject(refused);
  await expect(late.transaction((tx) => tx.run(sleepHalf, []))).rejects.toMatchObject(refused);
  await late.run(sleepHalf, [], { deadlineMs: 2_000 });
  await dozingInTime(late, {});
  await db.shared('early', 90).run(sleepHalf, []);
});

const sleepHalf = 'select pg_sleep(0.5)';
const doze = (q: PostgresJsDatabase) =>
  q.select({ slept: sql`pg_sleep(0.5)` }).from(sql`(values (1)) as rows`);
const dozing = statement(doze);
const dozingInTime = statement(doze, { deadlineMs: 2_000 });

describe('reads of one share', () => {
  const napping = statement((q, v: Values<{ seconds: number }>) =>
    q
      .select({ pid: sql<number>`pg_backend_pid()`, slept: sql`pg_sleep(${v.seconds})` })
      .from(sql`(values (1)) as rows`),
  );
  it('are pipelined on its connections, eight on each', async () => {
    const all = connectionTo(db.url, { poolSize: 5 });
    await napping(all, { seconds: 0 });
    const reads = range(30).map(() => napping(all.shared('ada'), { seconds: 0.01 }));
    expect(all.stats().waiting).toBe(30 - 2 * 8);
    const pids = (await Promise.all(reads)).map(([row]) => row?.pid);
    expect(new Set(pids).size).toBe(2);
    await all.close();
  });

  it('are sent one at a time where a pooler allows no prepared statements', async () => {
    const all = connectionTo(db.url, { poolSize: 5, prepare: false });
    await napping(all, { seconds: 0 });
    const reads = range(10).map(() => napping(all.shared('ada'), { seconds: 0.01 }));
    expect(all.stats().waiting).toBe(10 - 2);
    await Promise.all(reads);
    await all.close();
  });

  it('give their connection back while another share waits for one', async () => {
    const all = connectionTo(db.url);
    let others = 0;
    let isOver = false;
    const again = async (): Promise<void> => {
      await napping(all.shared('ada'), { seconds: 0.005 });
      if (others < 5 && !isOver) await again();
    };
    const busy = Promise.all(range(20).map(again));
    for (; others < 5; others += 1) await napping(all.shared('bob'), { seconds: 0 });
    isOver = true;
    await busy;
    await all.close();
  });

  it('give their connection back while a transaction of the same share waits for one', async () => {
    const all = connectionTo(db.url, { poolSize: 3 });
    const ada = all.shared('ada');
    let isOver = false;
    const again = async (): Promise<void> => {
      await napping(ada, { seconds: 0.005 });
      if (!isOver) await again();
    };
    const busy = Promise.all(range(20).map(again));
    await ada
      .transaction((tx) => tx.run('select 1', []))
      .finally(() => {
        isOver = true;
      });
    await busy;
    await all.close();
  });

  it('have the server’s full time each: one that others delay past its deadline is late, and its connection is not taken for hung', async () => {
    const all = connectionTo(db.url, { deadlineMs: 1_000 });
    const [first] = await napping(all, { seconds: 0 });
    const reads = range(4).map(() => napping(all.shared('ada'), { seconds: 0.6 }));
    const settled = await Promise.allSettled(reads);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    // Late reads still hold their connection; the next one waits for them.
    await expect.poll(() => all.stats().idle).toBe(1);
    expect((await napping(all, { seconds: 0 }))[0]?.pid).toBe(first?.pid);
    await all.close();
  });
});
