import type { Database, Queries } from '@jarvis/database';
import { holdAccount } from '../db/account.ts';
import { unauthenticated } from '../errors.ts';
import { refusals } from '../refusals.ts';
import type { SessionCaller } from './caller.ts';
import { holdSession } from './queries.ts';

/**
 * A change that leaves an access behind, in a transaction during which the session does not end: a request of a
 * stranger that was authenticated before the owner proved the address must not add one afterwards. Throws
 * unauthenticated when it has ended.
 */
export function whileSignedIn<T>(
  db: Database,
  { userId, sessionId }: Pick<SessionCaller, 'userId' | 'sessionId'>,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await holdAccount.first(tx, { userId });
    if (!(await holdSession.first(tx, { userId, sessionId }))) throw unauthenticated(refusals.sessionNeeded);
    return work(tx);
  });
}
