import type { Database, Queries } from '@jarvis/database';

/** Runs in the current transaction, or in a new one. */
export const inTransaction = <T>(db: Queries | Database, work: (tx: Queries) => Promise<T>): Promise<T> =>
  'transaction' in db ? db.transaction(work) : work(db);
