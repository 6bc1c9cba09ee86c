import type { Database } from '@jarvis/database';

/**
 * How many statements in this database wait for a lock. `pg_locks` would also count those of tests that run at the same
 * time in another database of the cluster.
 */
export async function lockWaits(db: Database): Promise<number> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.run(waiting, [])).length;
}
