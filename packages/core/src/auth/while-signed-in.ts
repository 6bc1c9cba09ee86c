import type { Database, Queries } from '@jarvis/database';
import { holdAccount } from '../db/account.ts';
import { unauthenticated } from '../errors.ts';
import type { Access } from '../ports/access.ts';
import { refusals } from '../refusals.ts';
import type { SessionCaller } from './caller.ts';
import { holdGrant, holdKey, holdSession } from './queries.ts';

/**
 * A change that leaves an access behind, in a transaction during which the session does not end. Throws
 * unauthenticated when it has ended.
 */
export function whileSignedIn<T>(
  db: Database,
  { userId, sessionId }: Pick<SessionCaller, 'userId' | 'sessionId'>,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await holdAccountBy(tx, userId, { via: 'session', sessionId });
    return work(tx);
  });
}

/**
 * Locks the account, and keeps the access of the caller from ending until the transaction does: a request of a stranger
 * that was authenticated before the owner proved the address must leave nothing behind afterwards that goes on working.
 * Throws unauthenticated when it has ended.
 */
export async function holdAccountBy(tx: Queries, userId: string, by: Access | undefined): Promise<void> {
  await holdAccount.first(tx, { userId });
  if (by?.via === 'session' && !(await holdSession.first(tx, { userId, sessionId: by.sessionId })))
    throw unauthenticated(refusals.sessionNeeded);
  if (by?.via === 'key' && !(await holdKey.first(tx, { userId, keyId: by.keyId })))
    throw unauthenticated(refusals.invalidKey);
  if (by?.via === 'grant' && !(await holdGrant.first(tx, { userId, grantId: by.grantId })))
    throw unauthenticated(refusals.invalidGrant);
}
