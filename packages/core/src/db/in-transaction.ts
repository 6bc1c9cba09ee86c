import type { Database, Queries, TransactionOptions } from '@jarvis/database';

/** Runs in the current transaction, or in a new one with these options. */
export const inTransaction = <T>(
  db: Queries | Database,
  work: (tx: Queries) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> => ('transaction' in db ? db.transaction(work, options) : work(db));
