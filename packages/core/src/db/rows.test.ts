import type { Values } from '@jarvis/database';
import { sql } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { newRow } from './rows.ts';

const things = pgTable('things', {
  id: uuid('id').notNull(),
  title: text('title').notNull(),
  note: text('note'),
  state: text('state', { enum: ['open', 'done'] })
    .notNull()
    .default('open'),
});

const values = <Fields extends object>(...names: (keyof Fields & string)[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Values<Fields>;

test('the compiler names an insert that lacks a column, or puts null into a required one', () => {
  const whole = values<{ id: string; title: string; note: string | null }>('id', 'title', 'note');
  expect(Object.keys(newRow(things, whole, { state: 'open' }))).toEqual(['id', 'title', 'note', 'state']);

  // @ts-expect-error A column with a default.
  newRow(things, whole, {});
  // @ts-expect-error A column that may be null.
  newRow(things, values<{ id: string; title: string }>('id', 'title'), { state: 'open' });
  const nullable = values<{ id: string; title: string | null; note: string }>('id', 'title', 'note');
  // @ts-expect-error A title is required.
  newRow(things, nullable, { state: 'open' });
});
