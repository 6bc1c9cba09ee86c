import { untilReachable } from '@jarvis/database';
import type { Config } from '../config/config.ts';
import { connectTo } from './open-database.ts';

const waitMs = 60_000;

/**
 * Waits for the Postgres of DATABASE_URL, which may start beside the service, and logs it. Throws the errors of
 * `untilReachable`.
 */
export async function waitForDatabase(
  { databaseUrl, databasePooler }: Config,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (databaseUrl === undefined) return;
  // This function logs in its place.
  const silent = { info: () => {}, warn: () => {} };
  const db = connectTo(databaseUrl, { databasePool: 1, databasePooler }, silent);
  try {
    await untilReachable(db, {
      waitMs,
      onWaiting: (reason) => say(`Waiting ${waitMs / 1_000} s for the database: ${reason}`),
      signal,
    });
  } finally {
    await db.close(0);
  }
}
