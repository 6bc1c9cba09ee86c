import type { statement } from '@jarvis/database';
import { getTableColumns, is, type Placeholder, SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';

/** What a statement is built with. */
export type Builder = Parameters<Parameters<typeof statement>[0]>[0];

/** What a thing of the contract is selected by: a column or an expression for each of its fields, and no others. */
export type FieldsOf<Thing> = { readonly [Field in keyof Required<Thing>]: AnyPgColumn | SQL };

/** Of a part of a statement what has the names of these fields. */
export const pick = <Part, Name extends keyof Part>(
  part: Part,
  fields: Readonly<Record<Name, unknown>>,
): Pick<Part, Name> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, part[name as Name]])) as Pick<Part, Name>;

/** What an update sets: null leaves a field as it is. */
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

/**
 * What is inserted: a value for every column, those that may be null and those with a default included, so that
 * the compiler names each insert that misses a new one.
 */
export type NewRow<Table extends PgTable> = {
  readonly [Name in keyof Table['$inferInsert']]-?: Value<Exclude<Table['$inferInsert'][Name], undefined>>;
};

type Value<T> = T | SQL | Placeholder<string, T>;

/**
 * A row as a query, for an insert that depends on what there is: `insert(t).select(rowFrom(t, {…}, sql`from …`))`.
 * drizzle's own form asks for generated columns too, which cannot be inserted.
 */
export function rowFrom<Table extends PgTable>(table: Table, row: NewRow<Table>, rest: SQL): SQL {
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries(getTableColumns(table))
    .filter(([, column]) => column.generated === undefined)
    .map(([name, column]) => (is(given[name], SQL) ? given[name] : sql.param(given[name], column)));
  return sql`select ${sql.join(values, sql`, `)} ${rest}`;
}
