import type { Queries } from '@jarvis/database';
import { holdAccount } from '../db/account.ts';
import { unauthenticated } from '../errors.ts';
import type { Access } from '../ports/access.ts';
import { refusals } from '../refusals.ts';
import { holdGrant, holdKey, holdSession } from './queries.ts';

/**
 * Locks the account, and keeps the caller's access valid until the transaction ends: a stranger's request that was
 * authenticated before the owner proved the address must leave nothing that works afterwards. Throws unauthenticated
 * when the access has ended.
 */
export async function holdAccountBy(tx: Queries, userId: string, by: Access | undefined): Promise<void> {
  await holdAccount.first(tx, { userId });
  if (by?.via === 'session' && !(await holdSession.first(tx, { userId, id: by.sessionId })))
    throw unauthenticated(refusals.sessionNeeded);
  if (by?.via === 'key' && !(await holdKey.first(tx, { userId, id: by.keyId })))
    throw unauthenticated(refusals.invalidKey);
  if (by?.via === 'grant' && !(await holdGrant.first(tx, { userId, id: by.grantId })))
    throw unauthenticated(refusals.invalidGrant);
}
