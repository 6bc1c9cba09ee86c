import { connect, untilReachable } from '@jarvis/database';
import type { Config } from '../config/config.ts';

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
  const db = connect({
    url: databaseUrl,
    poolSize: 1,
    prepare: databasePooler === 'none',
    applicationName: 'jarvis',
    // This function logs in its place.
    log: { info: () => {}, warn: () => {} },
  });
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
