import { emailKeyOf } from '../auth/restrictions.ts';
import { fingerprint } from '../auth/secret-tokens.ts';
import type { SessionCaller } from '../callers.ts';
import { deleteFilesPage } from '../files/queries.ts';
import type { Deps } from '../ports/deps.ts';
import { prove } from './change-password.ts';
import { deleteMessagesPage, deleteUser, deleteWindowsOf } from './queries.ts';
import { deleteResetRequestsFor } from './reset-request-queries.ts';

const pageRows = 5_000;

/**
 * Deletes the account and everything it owns, for a person who gives the password or has signed in within the last
 * ten minutes. Messages and files are deleted in pages first, so that no statement grows with the account's size; all
 * other rows are deleted with the account's own. Throws badRequest.
 */
export async function deleteAccount(
  deps: Deps,
  caller: SessionCaller,
  password: string | undefined,
): Promise<void> {
  const { db, changes } = deps;
  const { userId, user } = caller;
  await prove(deps, caller, password, 'password');
  while ((await deleteMessagesPage.count(db, { userId, limit: pageRows })) === pageRows);
  while ((await deleteFilesPage.count(db, { userId })) > 0);
  const emailKey = emailKeyOf(user.email);
  await db.transaction(async (tx) => {
    await deleteUser(tx, { userId });
    await deleteResetRequestsFor(tx, { emailKey });
    await deleteWindowsOf(tx, { userId, email: fingerprint(emailKey) });
  });
  changes.publish(userId, 'account');
}
