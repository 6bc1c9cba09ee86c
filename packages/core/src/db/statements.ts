import { asc, atMost, backgroundDeadlineMs, lte, type SQL, statement, type Values } from '@jarvis/database';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isOne, type One, type OwnTable } from './rows.ts';

/*
 * Statements of one form, for several tables.
 */

/** Polled every second: one row of an index, or none. Without an order the planner scans the whole table. */
export const anyDue = <T extends { now: string }>(
  table: PgTable,
  key: AnyPgColumn,
  at: AnyPgColumn,
  isDue: (v: Values<T>) => SQL | undefined,
) =>
  statement((q, v: Values<T>) =>
    q.select({ key }).from(table).where(isDue(v)).orderBy(asc(at)).limit(atMost(1)),
  );

type OneTable = PgTable & OwnTable & { readonly id: AnyPgColumn };

/** Deletes the account's row of this id. No row when there is none. */
export const deleteOne = (table: OneTable) =>
  statement((q, v: Values<One>) => q.delete(table).where(isOne(table, v)).returning({ id: table.id }));

/** Keeps the account's row of this id as it is until the transaction ends. No row when there is none. */
export const shareOne = (table: OneTable, condition?: SQL) =>
  statement((q, v: Values<One>) =>
    q
      .select({ id: table.id })
      .from(table)
      .where(isOne(table, v, condition))
      .for('share'),
  );

/** Removes rows that expired before `now`. */
export const sweepExpired = (table: PgTable & { readonly expiresAt: AnyPgColumn }) =>
  statement((q, v: Values<{ now: string }>) => q.delete(table).where(lte(table.expiresAt, v.now)), {
    deadlineMs: backgroundDeadlineMs,
  });
