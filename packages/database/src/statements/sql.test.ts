import { databaseForFile } from '@jarvis/testkit/for-file';
import { eq, sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { isAmong, rowPlace } from './sql.ts';

const db = await databaseForFile({ poolSize: 1 });

test('a page leaves out rows of other partitions that have the same ctid', async () => {
  await db.run('create table owned (owner int, n int) partition by list (owner)', []);
  for (const owner of [1, 2]) {
    await db.run(`create table owned_${owner} partition of owned for values in (${owner})`, []);
    await db.run('insert into owned select $1::int, n from generate_series(1, 10) n', [owner]);
  }
  const owned = pgTable('owned', { owner: integer('owner'), n: integer('n') });
  const page = db.drizzle
    .$with('page')
    .as(db.drizzle.select(rowPlace).from(owned).where(eq(owned.owner, 1)).limit(4));
  await db.drizzle.with(page).delete(owned).where(isAmong(page));
  const left = await db.drizzle
    .select({ owner: owned.owner, left: sql<number>`count(*)` })
    .from(owned)
    .groupBy(owned.owner)
    .orderBy(owned.owner);
  expect(left).toEqual([
    { owner: 1, left: 6 },
    { owner: 2, left: 10 },
  ]);
});
