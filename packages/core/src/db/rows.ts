import type { statement } from '@jarvis/database';
import { and, eq, getTableColumns, is, type Placeholder, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A statement's query builder. */
export type Builder = Parameters<Parameters<typeof statement>[0]>[0];

/** The values of a statement on an account's rows, and on one of them. */
export type Own = { userId: string };
export type One = Own & { id: string };

export type OwnTable = { readonly userId: AnyPgColumn };
type Owner = { readonly userId: SQLWrapper };

/** The account's rows that also satisfy the conditions. */
export const isOwn = (table: OwnTable, v: Owner, ...conditions: (SQL | undefined)[]): SQL | undefined =>
  and(eq(table.userId, v.userId), ...conditions);

/** The account's row of this id, if it also satisfies the conditions. */
export const isOne = (
  table: OwnTable & { readonly id: AnyPgColumn },
  v: Owner & { readonly id: SQLWrapper },
  ...conditions: (SQL | undefined)[]
): SQL | undefined => isOwn(table, v, eq(table.id, v.id), ...conditions);

/** The selection of a contract type: a column or an expression for each of its fields, and no others. */
export type FieldsOf<Thing> = { readonly [Field in keyof Required<Thing>]: AnyPgColumn | SQL };

/** The columns of these names. */
export const columns = <Table, Name extends keyof Table>(table: Table, ...names: Name[]): Pick<Table, Name> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

/** The columns of a table or subquery that have the names of these fields; the compiler names a missing one. */
export const pick = <Part, Name extends PropertyKey>(
  part: Part,
  fields: { readonly [Field in Name]: Field extends keyof Part ? unknown : never },
): Pick<Part, Name & keyof Part> =>
  columns<Part, Name & keyof Part>(part, ...(Object.keys(fields) as (Name & keyof Part)[]));

/** All columns of a table but these. */
export const columnsBut = <Table extends PgTable, Name extends keyof Table['_']['columns']>(
  table: Table,
  ...names: Name[]
): Omit<Table['_']['columns'], Name> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([name]) => !names.includes(name as Name)),
  ) as Omit<Table['_']['columns'], Name>;

/** The same record with another value for each name. */
export const mapped = <Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  to: (value: From, name: Name) => To,
): Record<Name, To> =>
  Object.fromEntries(
    Object.entries<From>(record).map(([name, value]) => [name, to(value, name as Name)]),
  ) as Record<Name, To>;

/** The values of an update: null leaves a field unchanged. */
export const changed = <Name extends string>(
  columns: Readonly<Record<Name, AnyPgColumn>>,
  values: Readonly<Record<NoInfer<Name>, Placeholder>>,
): Record<Name, SQL> => mapped(columns, (column, name) => sql`coalesce(${values[name]}, ${column})`);

/** The values of an update, including null. */
export const given = <Name extends string>(values: Readonly<Record<Name, SQLWrapper>>): Record<Name, SQL> =>
  mapped(values, (value) => sql`${value}`);

/** The values of an update of these columns after a conflict: those of the row that was to be inserted. */
export const asInserted = <Name extends string>(
  columns: Readonly<Record<Name, AnyPgColumn>>,
): Record<Name, SQL> => mapped(columns, ({ name }) => sql.raw(`excluded."${name}"`));

/** After a conflict in these columns of an account: replaces a row that was made later, by a clock that was ahead. */
export const replacesFuture = <Table extends PgTable & OwnTable & { readonly createdAt: AnyPgColumn }>(
  table: Table,
  ...unique: AnyPgColumn[]
) => ({
  target: [table.userId, ...unique],
  set: asInserted(columnsBut(table, 'userId')),
  setWhere: sql`${table.createdAt} > excluded.created_at + interval '1 minute'`,
});

/**
 * The values of an insert: one for every column, also nullable ones and those with a default, so that the compiler
 * names each insert that lacks a new column.
 */
export type NewRow<Table extends PgTable> = {
  readonly [Name in keyof Table['$inferInsert']]-?: Value<Exclude<Table['$inferInsert'][Name], undefined>>;
};

type Value<T> = T | SQL | Placeholder<string, T>;

/** A new row: the given values, and for every other column the statement's value of its name. */
export const newRow = <Table extends PgTable, Name extends keyof NewRow<Table>>(
  table: Table,
  v: Omit<NewRow<Table>, NoInfer<Name>>,
  given: Pick<NewRow<Table>, Name>,
): NewRow<Table> =>
  ({
    ...columns(v, ...(Object.keys(written(table)) as (keyof typeof v)[])),
    ...given,
  }) as unknown as NewRow<Table>;

/** The columns of a table that an insert writes; generated ones cannot be. */
const written = (table: PgTable): Readonly<Record<string, AnyPgColumn>> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined),
  );

/**
 * A row as a query, for a conditional insert: `insert(t).select(rowFrom(t, {…}, sql`from …`))`. drizzle's own form
 * requires generated columns too.
 */
export function rowFrom<Table extends PgTable>(table: Table, row: NewRow<Table>, rest: SQL): SQL {
  const given: Readonly<Record<string, unknown>> = row;
  const values = Object.entries(written(table)).map(([name, column]) =>
    is(given[name], SQL) ? given[name] : sql.param(given[name], column),
  );
  return sql`select ${sql.join(values, sql`, `)} ${rest}`;
}

/** The rows of a JSON list that has these columns by name, under an alias. */
export function records(
  rows: SQLWrapper,
  columns: Readonly<Record<string, AnyPgColumn>>,
  alias: string,
): SQL {
  const types = Object.entries(columns).map(([name, column]) => `"${name}" ${column.getSQLType()}`);
  return sql`json_to_recordset(${rows}::json) as ${sql.raw(`${alias}(${types.join(', ')})`)}`;
}

/** Many rows as a query, for an insert: the given values, and for every other column those of a JSON list. */
export function rowsFrom<Table extends PgTable>(
  table: Table,
  rows: SQLWrapper,
  given: Partial<NewRow<Table>>,
): SQL {
  const listed = Object.entries(written(table)).filter(([name]) => !(name in given));
  const values = listed.map(([name]) => [name, sql.raw(`listed."${name}"`)]);
  const row = { ...given, ...Object.fromEntries(values) } as NewRow<Table>;
  return rowFrom(table, row, sql`from ${records(rows, Object.fromEntries(listed), 'listed')}`);
}
