import { databaseForFile } from '@jarvis/testkit/for-file';
import { eq, sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { statement, type Values } from './statement.ts';
import { json } from './types.ts';

const db = await databaseForFile({ poolSize: 1 });

const notes = pgTable('notes', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  pinned: boolean('pinned').notNull(),
  body: json('body').$type<{ words: string[] } | string>(),
  madeAt: timestamp('made_at', { withTimezone: true, precision: 3, mode: 'string' }).notNull(),
});
await db.run(
  `create table notes (id int primary key, title text not null, pinned boolean not null, body jsonb,
     made_at timestamptz(3) not null)`,
  [],
);

interface NewNote {
  id: number;
  title: string;
  pinned: boolean;
  body: { words: string[] } | string | null;
  madeAt: string;
}

const insertNote = statement((q, v: Values<NewNote>) =>
  q
    .insert(notes)
    .values({ id: v.id, title: v.title, pinned: v.pinned, body: v.body, madeAt: v.madeAt })
    .returning(),
);
const noteById = statement((q, v: Values<{ id: number }>) =>
  q
    .select({ title: notes.title, long: sql<boolean>`length(${notes.title}) > 3` })
    .from(notes)
    .where(eq(notes.id, v.id)),
);
const rename = statement((q) =>
  q
    .update(notes)
    .set({ title: sql`${sql.placeholder('title')}` })
    .where(eq(notes.id, sql.placeholder('id'))),
);

const note: NewNote = {
  id: 1,
  title: 'one',
  pinned: true,
  body: { words: ['a'] },
  madeAt: '2026-01-31T09:30:00.100Z',
};

test.each(['Asia/Kolkata', 'America/New_York'])(
  'times are right in a session whose zone is %s',
  async (zone) => {
    const read = db.transaction(async (tx) => {
      await tx.run("select set_config('TimeZone', $1, true)", [zone]);
      return tx.run('select $1::timestamptz(3)', [note.madeAt]);
    });
    expect(await read).toEqual([[note.madeAt]]);
  },
);

test('rows have the selected keys and the stored values', async () => {
  expect(await insertNote(db, note)).toEqual([note]);
  expect(await insertNote(db, { ...note, id: 2, body: '"quoted"' })).toEqual([
    { ...note, id: 2, body: '"quoted"' },
  ]);
  expect(await insertNote(db, { ...note, id: 3, body: null })).toEqual([{ ...note, id: 3, body: null }]);
  expect(await noteById.first(db, { id: 1 })).toEqual({ title: 'one', long: false });
  expect(await noteById.first(db, { id: 9 })).toBeUndefined();
});

test('a change returns the number of changed rows', async () => {
  expect(await rename.count(db, { id: 1, title: 'uno' })).toBe(1);
  expect(await rename.count(db, { id: 9, title: 'uno' })).toBe(0);
});

test('an expression that the builder lacks can be a template in `from`', async () => {
  const count = statement((q, v: Values<{ ids: number[] }>) =>
    q
      .select({ howMany: sql<number>`how_many` })
      .from(sql`(select count(*) as how_many from ${notes} where ${notes.id} = any(${v.ids})) as counted`),
  );
  expect(await count(db, { ids: [1, 2, 9] })).toEqual([{ howMany: 2 }]);
});

test('a statement is prepared on the server once, unless told otherwise', async () => {
  const prepared = statement((q) =>
    q
      .select({ id: notes.id })
      .from(notes)
      .where(eq(notes.title, sql.placeholder('t'))),
  );
  const planned = statement(
    (q) =>
      q
        .select({ title: notes.title })
        .from(notes)
        .where(eq(notes.title, sql.placeholder('t'))),
    { prepared: false },
  );
  for (let n = 0; n < 3; n += 1) {
    await prepared(db, { t: 'x' });
    await planned(db, { t: 'x' });
  }
  const rows = await db.run('select statement from pg_prepared_statements where statement = any($1)', [
    [prepared, planned].map((one) => one.built().text),
  ]);
  expect(rows).toEqual([[prepared.built().text]]);
});

test('a missing value is an error that names it', async () => {
  await expect(rename(db, { id: 1 })).rejects.toThrow('"title"');
});
