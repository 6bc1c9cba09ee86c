import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { migrationsFolder } from './migrations.ts';

const schemaFolder = new URL('./schema/', import.meta.url);
const schema = await Promise.all(
  readdirSync(schemaFolder).map((file) => import(new URL(file, schemaFolder).href)),
);

const tables = schema
  .flatMap((file) => Object.values(file))
  .filter((table) => is(table, PgTable))
  .map((table) => getTableConfig(table));

const db = await databaseForFile({ poolSize: 1 });

test('the migrations make every column of the schema; `npm run generate` writes a missing one', async () => {
  const declared = tables.flatMap(({ name, columns }) =>
    columns.map((column) => {
      const hasDefault = column.hasDefault || column.generated !== undefined;
      return [name, column.name, column.getSQLType(), column.notNull, hasDefault].join();
    }),
  );
  const built = await db.run(
    `select relname, attname, format_type(atttypid, atttypmod), attnotnull, atthasdef
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and relname = any ($1) and attnum > 0 and not attisdropped`,
    [tables.map(({ name }) => name)],
  );
  const made = new Set(built.map((column) => column.join()));
  expect(declared.filter((column) => !made.has(column))).toEqual([]);
});

test('the migrations and the concurrent indexes make every index of the schema', async () => {
  const declared = tables.flatMap(({ indexes }) => indexes.map(({ config }) => config.name));
  const built = await db.run(
    'select relname from pg_index join pg_class on oid = indexrelid where indisvalid and relname = any ($1)',
    [declared],
  );
  expect(declared).toContain('tasks_by_status');
  expect(built.flat().sort()).toEqual(declared.sort());
});

test('no migration builds an index on a table that may have rows, because writes would wait for it', () => {
  // Migrations before 0008 were applied while writes were blocked, if there were any.
  const files = readdirSync(migrationsFolder).filter((file) => /^\d{4}_/.test(file) && file >= '0008');
  const blocking = files.flatMap((file) => {
    const text = readFileSync(join(migrationsFolder, file), 'utf8');
    const created = new Set([...text.matchAll(/^create table "(\w+)"/gim)].map(([, table]) => table));
    return [...text.matchAll(/^create (?:unique )?index .* on (?:only )?"(\w+)"/gim)]
      .filter(([, table]) => !created.has(table))
      .map(([statement]) => `${file}: ${statement}`);
  });
  expect(blocking).toEqual([]);
});
