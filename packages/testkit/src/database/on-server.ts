import { connect } from '@jarvis/database';
import { silentLog } from '../silent-log.ts';

/** Runs one statement on a new connection, and closes it. */
export async function onServer(url: string, text: string): Promise<unknown[][]> {
  const applicationName = 'jarvis test';
  const db = connect({ url, poolSize: 1, applicationName, log: silentLog, deadlineMs: 10_000 });
  try {
    return await db.run(text, [], { prepared: false });
  } finally {
    await db.close();
  }
}
