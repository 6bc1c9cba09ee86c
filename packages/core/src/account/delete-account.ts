import { isOperator } from '../auth/caller.ts';
import { emailKeyOf } from '../auth/restrictions.ts';
import { fingerprint } from '../auth/secret-tokens.ts';
import type { SessionCaller } from '../callers.ts';
import { conflict } from '../errors.ts';
import { deleteFilesPage } from '../files/queries.ts';
import type { Deps } from '../ports/deps.ts';
import { prove } from './change-password.ts';
import {
  deleteMessagesPage,
  deleteUser,
  deleteWindowsOf,
  endOperator,
  holdOperators,
  selectOtherAccount,
} from './queries.ts';
import { deleteResetRequestsFor } from './reset-request-queries.ts';

const pageRows = 5_000;

/**
 * Deletes the account and everything it owns, for a person who gives the password or has signed in within the last
 * ten minutes. Messages and files are deleted in pages first, so that no statement grows with the account's size; all
 * other rows are deleted with the account's own. Throws badRequest, and conflict for the last operator of others.
 */
export async function deleteAccount(
  deps: Deps,
  caller: SessionCaller,
  password: string | undefined,
): Promise<void> {
  const { db, changes } = deps;
  const { userId, user } = caller;
  await prove(deps, caller, password, 'password');
  await leaveAnOperator(deps, userId);
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

/**
 * Ends an operator's role before anything is deleted, so that of the last two who leave concurrently one remains. The
 * only account of an installation leaves nobody behind.
 */
async function leaveAnOperator({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  if (!(await isOperator({ db }, userId))) return;
  await db.transaction(async (tx) => {
    const operators = await holdOperators(tx, {});
    if (operators.some(({ id }) => id !== userId)) await endOperator(tx, { userId });
    else if (await selectOtherAccount.first(tx, { userId })) throw conflict(onlyOperator);
  });
}

/** The OpenAPI document shows the same text. */
export const onlyOperator = 'You are the only operator. Make another account an operator first.';
