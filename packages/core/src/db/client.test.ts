import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { QueryError } from './failures.ts';

const db = await freshDatabase();
afterAll(() => db.close());

test('values come out as the rest of core expects them', async () => {
  const [row] = await db.run(
    `select '2026-01-31 10:30:00.12+01'::timestamptz, '2026-01-31 09:30:00Z'::timestamptz, 9007199254740991::int8,
       1.5::numeric, '{"a": [1, "b"]}'::jsonb, true, null, array['x']::text[]`,
    [],
  );
  expect(row).toEqual([
    '2026-01-31T09:30:00.120Z',
    '2026-01-31T09:30:00.000Z',
    9_007_199_254_740_991,
    1.5,
    { a: [1, 'b'] },
    true,
    null,
    '{x}',
  ]);
});

test('a refused statement says why, without the values in it', async () => {
  await db.run('create table things (id int primary key)', []);
  await db.run('insert into things values ($1)', [1]);
  const error = await db.run('insert into things values ($1)', [1]).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(QueryError);
  expect(error).toMatchObject({ code: '23505', constraint: 'things_pkey', table: 'things' });
  expect(JSON.stringify(error)).not.toContain('Key (id)');
});

test('a transaction is stored whole or not at all', async () => {
  await db.run('create table whole (id int primary key)', []);
  const failed = db.transaction(async (tx) => {
    await tx.run('insert into whole values (1)', []);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await db.transaction((tx) => tx.run('insert into whole values (2)', []));
  expect(await db.run('select id from whole', [])).toEqual([[2]]);
});
