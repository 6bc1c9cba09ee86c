import { databaseForFile } from '@jarvis/testkit/for-file';
import { eq } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { isAmong, rowPlace } from './sql.ts';
import { statement } from './statement.ts';

const db = await databaseForFile({ poolSize: 1 });

test('a page leaves out rows of other partitions that have the same ctid', async () => {
  await db.run('create table owned (owner int, n int) partition by list (owner)', []);
  for (const owner of [1, 2]) {
    await db.run(`create table owned_${owner} partition of owned for values in (${owner})`, []);
    await db.run('insert into owned select $1::int, n from generate_series(1, 10) n', [owner]);
  }
  const owned = pgTable('owned', { owner: integer('owner'), n: integer('n') });
  const removeSome = statement((q) => {
    const page = q.$with('page').as(q.select(rowPlace).from(owned).where(eq(owned.owner, 1)).limit(4));
    return q.with(page).delete(owned).where(isAmong(page));
  });
  await removeSome(db, {});
  const left = await db.run('select owner, count(*) from owned group by owner order by owner', []);
  expect([...left]).toEqual([
    [1, 6],
    [2, 10],
  ]);
});
