import {
  and,
  asc,
  atMost,
  type Built,
  backgroundDeadlineMs,
  desc,
  gt,
  isAmong,
  isNull,
  lt,
  or,
  type Queries,
  rowPlace,
  SQL,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { type GetColumnData, is, type Placeholder } from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource, SelectedFields } from 'drizzle-orm/pg-core';
import {
  type Builder,
  columns,
  type FieldsOf,
  given,
  isOne,
  isOwn,
  mapped,
  type NewRow,
  newRow,
  type One,
  type Own,
  type OwnTable,
} from './rows.ts';
import type { apiKeys } from './schema/accounts.ts';
import type { calendarFeeds } from './schema/time.ts';

/*
 * Statements of one form, for several tables.
 */

type OneTable = PgTable & OwnTable & { readonly id: AnyPgColumn };
type RevocableTable = typeof apiKeys | typeof calendarFeeds;
type Condition<T> = (v: Values<T>) => SQL | undefined;
type Fields<Row> = FieldsOf<Row> & SelectedFields;

/**
 * Whether any row is due: reads one row of an index, or none. Without an order the planner scans the whole table, and
 * `exists` drops the order.
 */
export const anyDue =
  (table: PgTable, at: AnyPgColumn, isDue: Condition<{ now: string }>) =>
  (q: Builder, v: Values<{ now: string }>) => {
    const due = q.select({ due: sql`true` }).from(table).where(isDue(v)).orderBy(asc(at)).limit(atMost(1));
    return sql<boolean>`${due} is true`;
  };

/**
 * Claims the row that is due first, of all accounts, with the values of an update that make it due no longer: several
 * processes claim different ones. No row when none is due.
 */
export const claimFirst = <Table extends OneTable, T extends { now: string }>(
  table: Table,
  at: AnyPgColumn,
  isDue: Condition<T>,
  claimed: (v: Values<T>) => PgUpdateSetSource<Table>,
) =>
  statement((q, v: Values<T>) => {
    // Compared, not joined: a join may run it again for each row, and then claims them all.
    const due = q
      .select(columns(table as OneTable, 'userId', 'id'))
      .from(table as OneTable)
      .where(isDue(v))
      .orderBy(asc(at))
      .limit(atMost(1))
      .for('update', { skipLocked: true });
    return q
      .update(table)
      .set(claimed(v))
      .where(sql`(${table.userId}, ${table.id}) = ${due}`)
      .returning({ userId: sql<string>`${table.userId}`, id: sql<string>`${table.id}` });
  });

const pages =
  <Name extends 'after' | 'afterId'>(name: Name, isAfter: typeof gt, order: typeof asc) =>
  <Row = { id: string }>(
    table: OneTable,
    fields: Fields<NoInfer<Row>> | ((v: Values<Own>) => Fields<NoInfer<Row>>),
    ...conditions: SQL[]
  ) =>
    statement(
      (q, v: Values<Own & Record<Name, string> & { limit: number }>) =>
        q
          .select(typeof fields === 'function' ? fields(v) : fields)
          .from(table)
          .where(isOwn(table, v, ...conditions, isAfter(table.id, v[name])))
          .orderBy(order(table.id))
          .limit(v.limit) as unknown as Built<Row>,
    );

/** Pages of the account's rows that satisfy the conditions, newest first, each after the row `afterId`. */
export const newestFirst = pages('afterId', lt, desc);

/** The same, oldest first, each after the row `after`. */
export const oldestFirst = pages('after', gt, asc);

/** Maximum content read at a time, in bytes; a row with more is read alone. */
const contentBytesMax = sql.raw(String(1024 * 1024));

/** Whether another of the rows of `firstOf` follows. */
export const more = sql<boolean>`more`;

/**
 * The first `limit` of a query's rows in this order, or fewer: as many as may be in memory at a time. `fields`: columns
 * by the names that the query gives them, and `more` if asked for.
 */
export const firstOf = <Fields extends Readonly<Record<string, AnyPgColumn | typeof more>>>(
  q: Builder,
  fields: Fields,
  rows: { limit(rows: Placeholder): SQLWrapper },
  order: SQL,
  limit: Placeholder,
) =>
  q
    .select(
      mapped(fields, (field) => (is(field, SQL) ? field : sql`${sql.identifier(field.name)}`.mapWith(field))),
    )
    .from(
      sql`(
        select *, lead(true) over (order by ${order}) is true as more,
          sum(octet_length(content)) over (order by ${order}) - octet_length(content) as bytes_before
        from ${rows.limit(sql`${limit}::int + 1` as unknown as Placeholder)} as next
      ) as page`,
    )
    .where(sql`bytes_before < ${contentBytesMax}`)
    .orderBy(order)
    .limit(limit) as unknown as Built<{
    [Name in keyof Fields]: Fields[Name] extends AnyPgColumn ? GetColumnData<Fields[Name]> : boolean;
  }>;

type RowValues<Table extends PgTable> = {
  [Name in keyof Table['$inferInsert']]-?: Table['$inferSelect'][Name];
};

/** Inserts a row with these values, and for every other column the statement's value of its name. */
export const insertRow = <Table extends PgTable, Name extends keyof NewRow<Table>>(
  table: Table,
  given: Pick<NewRow<Table>, Name>,
) =>
  statement((q, v: Values<Omit<RowValues<Table>, Name>>) =>
    q.insert(table).values(newRow(table, v as never, given)),
  );

/** Sets columns of the account's row of this id, if it also satisfies the condition. No row when there is none. */
export const setColumns = <
  Table extends OneTable,
  Name extends string & keyof Table['$inferSelect'],
  T extends object = Record<never, never>,
>(
  table: Table,
  names: readonly Name[],
  condition?: (v: Values<One & T>) => SQL,
) =>
  statement((q, v: Values<One & Pick<Table['$inferSelect'], Name> & T>) =>
    q
      .update(table as OneTable)
      .set(given(columns(v as Readonly<Record<string, SQLWrapper>>, ...names)))
      .where(isOne(table, v as Values<One>, condition?.(v as Values<One & T>)))
      .returning({ id: table.id }),
  );

/** The account's row of this id. No row when there is none. */
export const selectOne = <Row = { id: string }>(table: OneTable, fields: Fields<NoInfer<Row>>) =>
  statement(
    (q, v: Values<One>) => q.select(fields).from(table).where(isOne(table, v)) as unknown as Built<Row>,
  );

/** Deletes the account's row of this id. No row when there is none. */
export const deleteOne = (table: OneTable) =>
  statement((q, v: Values<One>) => q.delete(table).where(isOne(table, v)).returning({ id: table.id }));

/**
 * Makes room for a new row of the account among at most `most` that satisfy the condition: deletes those that are last in
 * this order.
 */
export const makeRoom = (...rows: Parameters<typeof roomMade>) => statement(roomMade(...rows));

/** The same as a part of another statement. */
export const roomMade =
  (table: OneTable, order: SQL, most: number, condition?: SQL) => (q: Builder, v: Values<Own>) => {
    const last = q
      .select({ id: table.id })
      .from(table)
      .where(isOwn(table, v, condition))
      .orderBy(order)
      // An installation from before a bound may have many more than one statement can delete.
      .limit(atMost(most))
      .offset(atMost(most - 1));
    return q.delete(table).where(isOwn(table, v, sql`${table.id} = any(array${last})`));
  };

/** Deletes all of the account's rows; `.count` is their number. */
export const deleteAllOf = (table: PgTable & OwnTable) =>
  statement((q, v: Values<Own>) => q.delete(table).where(isOwn(table, v)));

/** Revokes the account's row of this id; keeps the first `revokedAt`. No row when there is none. */
export const revokeOne = (table: RevocableTable) =>
  statement((q, v: Values<One & { now: string }>) =>
    q
      .update(table)
      .set({ revokedAt: sql`coalesce(${table.revokedAt}, ${v.now}::timestamptz)` })
      .where(isOne(table, v))
      .returning({ id: table.id }),
  );

/** Revokes the account's active rows; `.count` is their number. */
export const revokeAllOf = (table: RevocableTable) =>
  statement((q, v: Values<Own & { now: string }>) =>
    q
      .update(table)
      .set({ revokedAt: sql`${v.now}::timestamptz` })
      .where(isOwn(table, v, isNull(table.revokedAt))),
  );

/** Records the time of a use in a column, at most once a minute. */
export const recordUse = <Name extends string>(
  table: OneTable & Readonly<Record<Name, AnyPgColumn>>,
  name: Name,
) =>
  statement((q, v: Values<One & { now: string }>) => {
    const now = sql`${v.now}::timestamptz`;
    return q
      .update(table as OneTable)
      .set({ [name]: now })
      .where(isOne(table, v, or(isNull(table[name]), lt(table[name], sql`${now} - interval '1 minute'`))));
  });

/** Keeps the account's row of this id as it is until the transaction ends. No row when there is none. */
export const shareOne = (table: OneTable, condition?: SQL) =>
  statement((q, v: Values<One>) =>
    q
      .select({ id: table.id })
      .from(table)
      .where(isOne(table, v, condition))
      .for('share'),
  );

const sweptRows = 1_000;

/**
 * Removes a table's rows that satisfy a condition, a page at a time, so that no statement grows with their number. Waits
 * for no request: rows that one has locked are left to the next sweep.
 */
export const sweepWhere = <T extends object>(table: PgTable, isOver: Condition<T>) => {
  const sweepPage = statement(
    (q, v: Values<T & { limit: number }>) => {
      const over = isOver(v as Values<T>);
      const { limit } = v as Values<{ limit: number }>;
      const free = q
        .select(rowPlace)
        .from(table)
        .where(over)
        .limit(limit)
        .for('update', { skipLocked: true });
      const page = q.$with('page').as(free);
      return q
        .with(page)
        .delete(table)
        .where(and(over, isAmong(page)));
    },
    { deadlineMs: backgroundDeadlineMs },
  );
  return async (db: Queries, values: T): Promise<void> => {
    while ((await sweepPage.count(db, { ...values, limit: sweptRows })) === sweptRows);
  };
};
