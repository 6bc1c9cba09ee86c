import { connect, untilReachable } from '@jarvis/database';
import type { Config } from '../config/config.ts';

const waitMs = 60_000;

/**
 * Waits for the Postgres of DATABASE_URL, which may be started beside the service, and says so. Throws what
 * `untilReachable` throws.
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
    // What it has to say is said here.
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
