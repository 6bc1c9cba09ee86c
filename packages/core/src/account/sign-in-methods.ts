import { unauthenticated } from '../errors.ts';
import type { Deps } from '../ports/deps.ts';
import { selectIdentities } from './identity-queries.ts';
import { selectById } from './queries.ts';

/** Whether the account has a password, and which identity providers sign in to it. */
export async function listSignInMethods(
  { db }: Deps,
  userId: string,
): Promise<{ password: boolean; providers: { provider: string; createdAt: string }[] }> {
  const [account, providers] = await Promise.all([
    selectById.first(db, { userId }),
    selectIdentities(db, { userId }),
  ]);
  if (!account) throw unauthenticated('This account does not exist any more.');
  return { password: account.passwordHash !== null, providers };
}
