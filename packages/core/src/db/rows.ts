import type { statement } from '@jarvis/database';
import { getTableColumns, is, type Placeholder, SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A statement's query builder. */
export type Builder = Parameters<Parameters<typeof statement>[0]>[0];

/** The selection of a contract type: a column or an expression for each of its fields, and no others. */
export type FieldsOf<Thing> = { readonly [Field in keyof Required<Thing>]: AnyPgColumn | SQL };

/** The columns of a subquery that have the names of these fields. */
export const pick = <Part, Name extends keyof Part>(
  part: Part,
  fields: Readonly<Record<Name, unknown>>,
): Pick<Part, Name> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, part[name as Name]])) as Pick<Part, Name>;

/** The values of an update: null leaves a field unchanged. */
export const changed = <Name extends string>(
  columns: Readonly<Record<Name, AnyPgColumn>>,
  values: Readonly<Record<NoInfer<Name>, Placeholder>>,
): Record<Name, SQL> =>
  Object.fromEntries(
    Object.entries<AnyPgColumn>(columns).map(([name, column]) => [
      name,
      sql`coalesce(${values[name as Name]}, ${column})`,
    ]),
  ) as Record<Name, SQL>;

/** The values of an update, including null. */
export const given = <Name extends string>(values: Readonly<Record<Name, Placeholder>>): Record<Name, SQL> =>
  Object.fromEntries(
    Object.entries<Placeholder>(values).map(([name, value]) => [name, sql`${value}`]),
  ) as Record<Name, SQL>;

/** The values of an update after a conflict: those of the row that was to be inserted. */
export const asInserted = <Name extends string>(
  columns: Readonly<Record<NoInfer<Name>, AnyPgColumn>>,
  row: Readonly<Record<Name, unknown>>,
): Record<string, SQL> =>
  Object.fromEntries(
    Object.keys(row).map((name) => [name, sql.raw(`excluded."${columns[name as Name].name}"`)]),
  );

/**
 * The values of an insert: one for every column, also nullable ones and those with a default, so that the compiler
 * names each insert that lacks a new column.
 */
export type NewRow<Table extends PgTable> = {
  readonly [Name in keyof Table['$inferInsert']]-?: Value<Exclude<Table['$inferInsert'][Name], undefined>>;
};

type Value<T> = T | SQL | Placeholder<string, T>;

/**
 * A row as a query, for a conditional insert: `insert(t).select(rowFrom(t, {…}, sql`from …`))`. drizzle's own form
 * requires generated columns too, which cannot be inserted.
 */
export function rowFrom<Table extends PgTable>(table: Table, row: NewRow<Table>, rest: SQL): SQL {
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries(getTableColumns(table))
    .filter(([, column]) => column.generated === undefined)
    .map(([name, column]) => (is(given[name], SQL) ? given[name] : sql.param(given[name], column)));
  return sql`select ${sql.join(values, sql`, `)} ${rest}`;
}
