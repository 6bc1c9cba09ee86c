import { shownRefusals } from '@jarvis/contract';
import { deleteAllSessions, voidResetTokens } from '../auth/queries.ts';
import { createSession, type NewSession } from '../auth/sessions.ts';
import type { SessionCaller } from '../callers.ts';
import { badRequest, conflict, refusedField, unauthenticated } from '../errors.ts';
import { mailOwner } from '../mail/mail.ts';
import type { Deps } from '../ports/deps.ts';
import { passwordText } from './mails.ts';
import { replacePassword, selectById } from './queries.ts';

/** Maximum age of a sign-in that replaces the password. */
const freshSignInMinutes = 10;

/**
 * Changes the password of a person who gives the old one, or who has none and has just signed in. Every session ends,
 * this browser gets a new one, and a mail tells the owner. Throws badRequest, and conflict if the password has changed
 * meanwhile.
 */
export async function changePassword(
  deps: Deps,
  caller: SessionCaller,
  input: { readonly currentPassword?: string | undefined; readonly password: string },
  userAgent: string | undefined,
): Promise<NewSession> {
  const { db, clock, passwords, changes, settings } = deps;
  const { userId } = caller;
  const from = await prove(deps, caller, input.currentPassword, 'currentPassword');
  const passwordHash = await passwords.hash(input.password);
  const { account, session } = await db.transaction(async (tx) => {
    const changed = await replacePassword.first(tx, { userId, from, passwordHash });
    if (!changed) throw conflict(shownRefusals.passwordChanged);
    await voidResetTokens(tx, { userId });
    await deleteAllSessions(tx, { userId });
    return { account: changed, session: await createSession({ db: tx, clock }, userId, { userAgent }) };
  });
  changes.publish(userId, 'account');
  void mailOwner(deps, account, passwordText('session', settings.publicUrl));
  return session;
}

/**
 * Re-authenticates the person, against an unattended browser: by the password, or by a sign-in within the last ten
 * minutes, which does for `currentPassword` only if the account has no password. Returns the stored hash. Throws
 * badRequest.
 */
export async function prove(
  { db, clock, passwords }: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  { userId, signedInAt }: SessionCaller,
  password: string | undefined,
  field: 'currentPassword' | 'password',
): Promise<string | null> {
  const account = await selectById.first(db, { userId });
  if (!account) throw unauthenticated('This account no longer exists.');
  if (password !== undefined && account.passwordHash !== null) {
    if (await passwords.verify(password, account.passwordHash)) return account.passwordHash;
    throw refusedField(field, 'The password is wrong.');
  }
  if (field === 'currentPassword' && account.passwordHash !== null) {
    throw refusedField(field, 'Send the current password.');
  }
  if (clock.now() - Date.parse(signedInAt) <= freshSignInMinutes * 60_000) return account.passwordHash;
  throw account.passwordHash === null
    ? badRequest('Sign out and in again, then do this within ten minutes.')
    : refusedField(field, 'Send the password, or sign in again and do this within ten minutes.');
}
