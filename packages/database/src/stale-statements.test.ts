import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './failures.ts';

/** After a lost preparation, postgres.js itself sends the statement again, after later ones. */
const db = await databaseForFile({ poolSize: 3 });

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const undo = new Error('undo');

test('no row survives a rollback, and none is decoded as another’s, while prepared statements vanish', async () => {
  await db.run('create table survivors (id int)', []);
  await db.run('create table shapes (id int primary key, value text, note text)', []);
  await db.run("insert into shapes values (1, '7', 'note')", []);

  const rolledBack = async (id: number) => {
    const error = await db
      .transaction(async (tx) => {
        await tx.run('select $1::int', [id]);
        // Not awaited: the rollback must not be sent before its answer.
        tx.run('insert into survivors values ($1)', [id]).catch(() => {});
        throw undo;
      })
      .catch((reason: unknown) => reason);
    expect(error === undo || error instanceof DatabaseUnavailable).toBe(true);
  };
  const echoed = async (i: number) =>
    expect([...(await db.run('select $1::int, $2::text', [i, `text ${i}`]))]).toEqual([[i, `text ${i}`]]);
  const shaped = async () => {
    const [row] = await db.run('select value, note from shapes where id = $1', [1]);
    expect(row?.map(String)).toEqual(['7', 'note']);
  };

  for (const round of range(15)) {
    const type = round % 2 === 0 ? 'int' : 'text';
    await Promise.all([
      ...range(6).map(rolledBack),
      ...range(3).map(() => db.run('deallocate all', [], { prepared: false })),
      ...range(8).map(echoed),
      db.run(`alter table shapes alter column value type ${type} using value::${type}`, [], {
        prepared: false,
      }),
      ...range(6).map(shaped),
      ...range(6).map(rolledBack),
    ]);
  }
  expect(await db.run('select * from survivors', [])).toHaveLength(0);
});

test('a transaction whose prepared statement is gone is run once more', async () => {
  let tries = 0;
  const insert = (tx: Pick<typeof db, 'run'>) => tx.run('insert into survivors values ($1)', [1]);
  for (const _ of range(3)) await insert(db);
  await db.transaction(async (tx) => {
    tries += 1;
    await insert(tx);
    if (tries === 1) {
      await tx.run('deallocate all', [], { prepared: false });
      await insert(tx);
    }
  });
  expect(tries).toBe(2);
  expect(await db.run('select * from survivors', [])).toHaveLength(4);
});
