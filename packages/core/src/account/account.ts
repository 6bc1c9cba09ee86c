import { type Profile, profileNames, type registerInput, type User } from '@jarvis/contract';
import type { z } from 'zod';
import { emailKeyOf, isRestrictedAddress } from '../auth/restrictions.ts';
import { fingerprint } from '../auth/secret-tokens.ts';
import { type Browser, createSession, type NewSession } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { conflict, restricted, unauthenticated } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { refusals } from '../refusals.ts';
import { admit, checkMayRegister } from '../registration/registration.ts';
import {
  holdIfPasswordIs,
  insertUser,
  type ProfileChange,
  selectByEmailKey,
  selectById,
  selectIdentities,
  updateUser,
} from './queries.ts';

/** The browser of a request; its session ends with the sign-in. */
export const browserOf = ({ userAgent, credentials }: Context): Browser => ({
  userAgent,
  sessionToken: credentials.sessionToken,
});

export interface SignedIn {
  readonly user: { readonly id: string; readonly email: string };
  readonly session: NewSession;
}

/**
 * Opens an account and signs in to it. Throws restricted for an address that the operator excludes or if registration
 * is not open, badRequest for an invalid invitation, conflict when the address already has an account. Specification:
 * Account.
 */
export async function register(
  deps: Deps,
  input: Omit<z.infer<typeof registerInput>, 'confirmPassword'>,
  browser: Browser,
): Promise<SignedIn> {
  const { db, clock } = deps;
  const invitation = input.invitation === undefined ? undefined : fingerprint(input.invitation);
  await checkMayRegister(deps, invitation);
  const emailKey = emailKeyOf(input.email);
  if (await isRestrictedAddress(db, emailKey)) {
    throw restricted('This e-mail address cannot be used here. Ask the operator of this service.');
  }
  if (await selectByEmailKey.first(db, { emailKey })) throw addressTaken();
  const passwordHash = await deps.passwords.hash(input.password);
  return db.transaction(async (tx) => {
    const opened = await insertUser.first(tx, {
      id: newId(clock.now()),
      email: input.email,
      emailKey,
      displayName: input.displayName ?? '',
      passwordHash,
      addressProvenAt: null,
      now: clock.nowIso(),
    });
    if (!opened) throw addressTaken();
    const { isFirst, ...user } = opened;
    if (!isFirst) await admit({ ...deps, db: tx }, invitation);
    return { user, session: await createSession({ db: tx, clock }, user.id, browser) };
  });
}

const addressTaken = () => conflict('An account with this e-mail address already exists. Sign in instead.');

/**
 * Signs in with a password. An unknown address and a wrong password are one failure, after the same work; only the
 * right password reveals that the account is restricted. Specification: Account.
 */
export async function signIn(
  { db, clock, passwords, changes }: Deps,
  input: { readonly email: string; readonly password: string },
  browser: Browser,
): Promise<SignedIn> {
  const account = await selectByEmailKey.first(db, { emailKey: emailKeyOf(input.email) });
  const right = await passwords.verify(input.password, account?.passwordHash ?? null);
  if (!account || account.passwordHash === null || !right) throw wrongLogin();
  const { id, email, passwordHash, restrictedAt } = account;
  if (restrictedAt !== null) throw restricted(refusals.restricted);
  const session = await db.transaction(async (tx) => {
    if (!(await holdIfPasswordIs.first(tx, { userId: id, passwordHash }))) throw wrongLogin();
    return createSession({ db: tx, clock }, id, browser);
  });
  changes.publish(id, 'account');
  return { user: { id, email }, session };
}

const wrongLogin = () => unauthenticated('The e-mail address or the password is wrong.');

/** Changes the given fields. Specification: Account. */
export async function updateProfile(
  { db, changes }: Deps,
  userId: string,
  change: { readonly [Name in keyof Profile]?: Profile[Name] | undefined },
): Promise<User> {
  const fields = Object.fromEntries(profileNames.map((name) => [name, change[name] ?? null]));
  const user = await updateUser.first(db, { userId, ...(fields as ProfileChange) });
  if (!user) throw unauthenticated('This account no longer exists.');
  changes.publish(userId, 'account');
  return user;
}

/** Whether the account has a password, and which identity providers sign in to it. */
export async function listSignInMethods(
  { db }: Deps,
  userId: string,
): Promise<{ password: boolean; providers: { provider: string; createdAt: string }[] }> {
  const [account, providers] = await Promise.all([
    selectById.first(db, { userId }),
    selectIdentities(db, { userId }),
  ]);
  if (!account) throw unauthenticated('This account no longer exists.');
  return { password: account.passwordHash !== null, providers };
}
