import { connectionTo } from './connection-to.ts';

/** Runs one statement on a new connection, and closes it. */
export async function onServer(url: string, text: string): Promise<unknown[][]> {
  const db = connectionTo(url, { deadlineMs: 10_000 });
  try {
    return await db.run(text, [], { prepared: false });
  } finally {
    await db.close();
  }
}
