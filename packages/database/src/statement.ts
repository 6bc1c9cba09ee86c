import { Column, is, Param, Placeholder, SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Queries, RunOptions } from './client.ts';

/** A statement whose text was built once. Called with a database or a transaction it resolves to its rows. */
export interface Statement<Row, Values> {
  (db: Queries, values: Values): Promise<Row[]>;
  first(db: Queries, values: Values): Promise<Row | undefined>;
  /** The number of rows that were changed (or read). */
  count(db: Queries, values: Values): Promise<number>;
  readonly text: string;
}

/** Placeholders by name: `(q, v: Values<{ userId: string }>) => …eq(tasks.userId, v.userId)`. */
export type Values<T> = { readonly [K in keyof T]: Placeholder<K & string, T[K]> };

type Loose = Record<string, unknown>;

/** What the query builder gives: waiting for it would give the rows, which is where their type is taken from. */
export type Built<Row> = PromiseLike<Row[]> & SQLWrapper;

/** For a statement on nobody's path that may have many rows to go through, such as after a long rest. */
export const backgroundDeadlineMs = 60_000;

export type StatementOptions = Pick<RunOptions, 'prepared' | 'deadlineMs'>;

/**
 * Builds a statement once, at module level, with drizzle's query builder; it is prepared on the server the first
 * time a connection runs it. `prepared: false` for one whose best plan depends on its values. The type of its
 * values is that of the second parameter (`Values<…>`); with `sql.placeholder` alone they are unchecked.
 */
export function statement<Row, T extends object = Loose>(
  build: (q: PostgresJsDatabase, values: Values<T>) => Built<Row>,
  options?: StatementOptions,
): Statement<Row, T> {
  const query = build(builder, placeholders as Values<T>);
  return make(query.getSQL(), rowMapper<Row>(fieldsOf(query)), options);
}

/**
 * A statement that the builder cannot say, as a template: `` rawStatement<Row, Vals>((v) => sql`… ${v.userId} …`) ``.
 * Rows have the names of the columns in the answer: `select title as "title"`. Values are sent as they are:
 * JSON as text, times as ISO strings.
 */
export function rawStatement<Row, T extends object = Loose>(
  build: (values: Values<T>) => SQL,
  options?: StatementOptions,
): Statement<Row, T> {
  return make(build(placeholders as Values<T>), undefined, options);
}

/** What comes with the rows of a statement, found in the same round trip. */
export interface HeadedStatement<Head, Row, Values> {
  /** The head, and the rows that belong to it; without a head there are no rows. */
  (db: Queries, values: Values): Promise<{ head: Head | undefined; rows: Row[] }>;
  readonly text: string;
}

/**
 * Two statements in one: the first finds one row, the head; the second, whose `userId` is the head's, is carried
 * out if `proceed` holds for it. The head comes as the first row, in columns of its own, which are null (four
 * bytes, nothing to decode) in all others.
 */
export function headedStatement<
  Head extends { userId: string },
  HeadValues extends object,
  Row,
  T extends { userId: string },
>(
  buildHead: (q: PostgresJsDatabase, values: Values<HeadValues>) => Built<Head>,
  proceed: SQL,
  buildRows: (q: PostgresJsDatabase, values: Values<T>) => Built<Row>,
): HeadedStatement<Head, Row, HeadValues & Omit<T, 'userId'>> {
  const head = buildHead(builder, placeholders as Values<HeadValues>);
  const rows = buildRows(builder, placeholdersOfHead as Values<T>);
  const [headFields, rowFields] = [fieldsOf(head), fieldsOf(rows)];
  const names = sql.join(
    headFields.map(({ path }) => sql.identifier(path.join('.'))),
    sql`, `,
  );
  const nulls = (fields: readonly Field[]) => sql.raw(fields.map(() => 'null').join(', '));
  const query = sql`with head (${names}) as (${head.getSQL()})
    select head.*, ${nulls(rowFields)} from head
    union all
    select ${nulls(headFields)}, body.* from head cross join lateral (${rows.getSQL()}) body where ${proceed}`;
  const { sql: text, params } = dialect.sqlToQuery(query);
  const fill = filler(params);
  built.push({ text, fill, prepared: true });
  const headOf = rowMapper<Head>(headFields);
  const rowOf = rowMapper<Row>(rowFields, headFields.length);
  const execute = async (db: Queries, values: HeadValues & Omit<T, 'userId'>) => {
    const found = await db.run(text, fill(values as Loose), short);
    const rows = new Array<Row>(Math.max(0, found.length - 1));
    for (let i = 0; i < rows.length; i += 1) rows[i] = rowOf(found[i + 1] as unknown[]);
    return { head: found[0] && headOf(found[0]), rows };
  };
  return Object.assign(execute, { text });
}

/** A statement as it reaches the server. */
export interface BuiltStatement {
  readonly text: string;
  readonly prepared: boolean;
  /** The parameters for values by name; throws when one is missing. */
  fill(values: Loose): unknown[];
}

/** A head and its rows are a page that is only read. */
const short = { short: true } as const;

const built: BuiltStatement[] = [];

/** Every statement of the modules that are loaded, for tests that look at all of them. */
export const allStatements = (): readonly BuiltStatement[] => built;

const builder = drizzle.mock();
const dialect = new PgDialect();

const placeholders: unknown = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });
const placeholdersOfHead: unknown = new Proxy(
  {},
  { get: (_, name) => (name === 'userId' ? sql.raw('head."userId"') : sql.placeholder(String(name))) },
);

type Mapper<Row> = (row: readonly unknown[]) => Row;

function make<Row, T extends object>(
  query: SQL,
  fixedMapper: Mapper<Row> | undefined,
  options: StatementOptions | undefined,
): Statement<Row, T> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const fill = filler(params);
  built.push({ text, fill, prepared: options?.prepared !== false });
  let mapper = fixedMapper;

  const run = (db: Queries, values: T) => db.run(text, fill(values as Loose), options);
  const execute = async (db: Queries, values: T): Promise<Row[]> => {
    const rows = await run(db, values);
    mapper ??= mapperByNames<Row>((rows.columns ?? []).map((column) => column.name));
    const mapped = new Array<Row>(rows.length);
    for (let i = 0; i < mapped.length; i += 1) mapped[i] = mapper(rows[i] as unknown[]);
    return mapped;
  };
  return Object.assign(execute, {
    first: async (db: Queries, values: T) => (await execute(db, values))[0],
    count: async (db: Queries, values: T) => (await run(db, values)).count,
    text,
  });
}

/** Puts values in the places of their placeholders, encoded as their columns ask. */
function filler(params: readonly unknown[]): (values: Loose) => unknown[] {
  const slots = params.map((param): ((values: Loose) => unknown) => {
    if (is(param, Placeholder)) return (values) => given(values, param.name);
    if (is(param, Param) && is(param.value, Placeholder)) {
      const { encoder } = param;
      const { name } = param.value;
      return (values) => {
        const value = given(values, name);
        return value === null ? null : encoder.mapToDriverValue(value);
      };
    }
    return () => param;
  });
  return (values) => slots.map((slot) => slot(values));
}

function given(values: Loose, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw new Error(`no value for "${name}" was given to a statement`);
  return value;
}

interface Field {
  readonly path: readonly string[];
  readonly field: unknown;
}

/** The columns of the answer in their order; the builder knows them once it prepares. */
function fieldsOf(built: unknown): readonly Field[] {
  const { fields } = (built as { _prepare(): { fields?: Field[] } })._prepare();
  return fields ?? [];
}

function rowMapper<Row>(fields: readonly Field[], from = 0): Mapper<Row> {
  const decoders = fields.map(({ field }) => decoderOf(field));
  const names = fields.map(({ path }) => {
    const [name, ...deeper] = path;
    if (name === undefined || deeper.length > 0)
      throw new Error(`a statement's columns are flat: ${path.join('.')}`);
    return name;
  });
  return (row) => {
    const mapped: Loose = {};
    for (let i = 0; i < names.length; i += 1) {
      const value = row[from + i];
      const decode = decoders[i];
      mapped[names[i] as string] = decode && value !== null ? decode(value) : value;
    }
    return mapped as Row;
  };
}

function mapperByNames<Row>(names: readonly string[]): Mapper<Row> {
  return rowMapper(names.map((name) => ({ path: [name], field: undefined })));
}

/** Undefined where the value comes from the client as it should be, which is nearly everywhere. */
function decoderOf(field: unknown): ((value: unknown) => unknown) | undefined {
  if (is(field, Column)) {
    // Text, numbers, booleans, times as strings and json are what the client's own types give.
    const own =
      ['string', 'number', 'boolean', 'json'].includes(field.dataType) && field.columnType !== 'PgNumeric';
    return own ? undefined : (value) => field.mapFromDriverValue(value);
  }
  const decoder = is(field, SQL)
    ? decoderIn(field)
    : is(field, SQL.Aliased)
      ? decoderIn(field.sql)
      : undefined;
  return decoder && ((value) => decoder.mapFromDriverValue(value));
}

/** A decoder set by `.mapWith`; the default one changes nothing. */
function decoderIn(expression: SQL): { mapFromDriverValue(value: unknown): unknown } | undefined {
  const { decoder } = expression as unknown as { decoder: { mapFromDriverValue(value: unknown): unknown } };
  return decoder;
}
