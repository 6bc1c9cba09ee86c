import { freshDatabase, type TestDatabase } from '@jarvis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase({ poolSize: 2 });
});
afterAll(() => db.close());

const short = { short: true };
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

it('gives everybody their own rows when many short reads wait for few connections', async () => {
  const answers = await Promise.all(
    range(200).map((i) => db.run('select $1::int, $2::text', [i, `row ${i}`], short)),
  );
  expect(answers.map(([row]) => row)).toEqual(range(200).map((i) => [i, `row ${i}`]));
  expect(db.stats().idle).toBe(db.stats().open);
});

it('keeps a failure among them to itself', async () => {
  const answers = await Promise.allSettled(
    range(60).map((i) => db.run('select 1 / $1::int', [i % 20 === 7 ? 0 : 1], short)),
  );
  const refused = answers.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
  expect(refused).toEqual([7, 27, 47]);
});

it('lets no transaction in between, and lets those that wait for a connection have one', async () => {
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
      : db.run('select 1', [], short).then(([row]) => row),
  );
  expect(await Promise.all(order)).toEqual(range(40).map(() => [1]));
});

it('is of use again after one of them hung', async () => {
  const hanging = range(30).map((i) =>
    db.run(i === 3 ? 'select pg_sleep(30)::text' : 'select 1', [], { ...short, deadlineMs: 300 }),
  );
  const settled = await Promise.allSettled(hanging);
  expect(settled[3]).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } });
  for (const result of settled) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'DatabaseUnavailable' });
  }
  expect([...(await db.run('select 2', [], { deadlineMs: 8_000 }))]).toEqual([[2]]);
});

it('sends together what is asked for together, on one connection', async () => {
  const pid = 'select pg_backend_pid()';
  const [[first], [second]] = await db.together((queries) =>
    Promise.all([queries.run(pid, []), queries.run(pid, [])]),
  );
  expect(first).toEqual(second);
  await expect.poll(() => db.stats().idle === db.stats().open, { timeout: 3_000 }).toBe(true);
});

it('gives up what has less time without the one before it', async () => {
  const [slow, impatient] = await db.together((queries) =>
    Promise.allSettled([
      queries.run("select pg_sleep(0.3)::text, 'slow'", []),
      queries.run('select pg_sleep(20)::text', [], { deadlineMs: 100 }),
    ]),
  );
  expect(slow).toMatchObject({ status: 'fulfilled', value: [['', 'slow']] });
  expect(impatient).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } });
  await expect.poll(() => db.stats().idle === db.stats().open, { timeout: 3_000 }).toBe(true);
});

it('serves what can still wait when the others have given up waiting', async () => {
  const busy = range(2).map(() => db.run('select pg_sleep(0.3)::text', []));
  const [impatient, patient] = await db.together((queries) =>
    Promise.allSettled([queries.run('select 1', [], { deadlineMs: 50 }), queries.run('select 2', [])]),
  );
  expect(impatient.status).toBe('rejected');
  expect(patient).toMatchObject({ status: 'fulfilled', value: [[2]] });
  await Promise.all(busy);
});

it('does nothing for those who ask for nothing together, or ask later', async () => {
  expect(db.together(() => 'nothing')).toBe('nothing');
  const later = db.together(async (queries) => {
    await null;
    return queries.run('select 3', []);
  });
  expect([...(await later)]).toEqual([[3]]);
});
