import { displayName as displayNameForm, email as emailForm } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { isUniqueViolation } from '@jarvis/database';
import { voidResetTokens } from '../auth/reset-tokens.ts';
import { emailKeyOf, isRestrictedAddress } from '../auth/restrictions.ts';
import { createSession, endAllSessions, endSessionOf, type NewSession } from '../auth/sessions.ts';
import { newId } from '../ids.ts';
import type { Clock, Deps } from '../ports.ts';
import type { Browser } from './account.ts';
import {
  insertIdentity,
  insertUser,
  lockByEmailKey,
  proveWithoutPassword,
  revokeAllKeys,
  selectIdentity,
} from './queries.ts';

/** The codes that a failed sign-in comes back to the sign-in page with. Specification: oauth endpoint. */
export type ProviderFailureCode = 'config' | 'state' | 'denied' | 'provider' | 'email' | 'server';

export class ProviderSignInFailed extends Error {
  readonly failure: ProviderFailureCode;

  constructor(failure: ProviderFailureCode, reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'ProviderSignInFailed';
    this.failure = failure;
  }
}

/** A person as an identity provider knows them. */
export interface ProvidedIdentity {
  readonly provider: 'google' | 'github';
  /** Lasting and never given to somebody else, in contrast to the address. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider says that the address is this person's. */
  readonly emailVerified: boolean;
  readonly displayName: string | undefined;
}

/**
 * Signs in a person whom a provider vouches for: to the account that they joined before, otherwise to the one
 * with their verified address, otherwise to a new one. Throws ProviderSignInFailed: `email` without a verified
 * address or with one that the operator keeps out, `denied` for a restricted account.
 */
export async function signInWithProvider(
  { db, clock, changes }: Deps,
  identity: ProvidedIdentity,
  browser: Browser,
): Promise<{ readonly userId: string; readonly session: NewSession }> {
  const work = () =>
    db.transaction(async (tx) => {
      const userId = await accountOf({ db: tx, clock }, identity);
      await endSessionOf({ db: tx, clock }, browser.sessionToken);
      return { userId, session: await createSession({ db: tx, clock }, userId, browser.userAgent) };
    });
  const done = await work().catch((error: unknown) => {
    // The same person came in twice at the same time; the other one has made the rows by now.
    if (isUniqueViolation(error)) return work();
    throw error;
  });
  changes.publish(done.userId, 'account');
  return done;
}

interface Store {
  readonly db: Queries;
  readonly clock: Clock;
}

async function accountOf({ db, clock }: Store, identity: ProvidedIdentity): Promise<string> {
  const { provider, subject } = identity;
  const joined = await selectIdentity.first(db, { provider, subject });
  if (joined) {
    if (joined.restrictedAt !== null) throw restrictedAccount();
    return joined.userId;
  }
  const email = verifiedEmail(identity);
  const userId =
    (await joinAccount({ db, clock }, email)) ?? (await openAccount({ db, clock }, email, identity));
  await insertIdentity(db, { userId, provider, subject, now: clock.nowIso() });
  return userId;
}

function verifiedEmail({ email, emailVerified }: ProvidedIdentity): string {
  const parsed = emailForm.safeParse(email);
  if (!emailVerified || !parsed.success) {
    throw new ProviderSignInFailed('email', 'the provider vouches for no address');
  }
  return parsed.data;
}

/**
 * The account that has the address, if there is one. If nobody ever proved that the address is theirs, whoever
 * registered it may have been a stranger in wait: their password, sessions, links and keys are worth nothing
 * from now on.
 */
async function joinAccount({ db, clock }: Store, email: string): Promise<string | undefined> {
  const account = await lockByEmailKey.first(db, { emailKey: emailKeyOf(email) });
  if (!account) return undefined;
  if (account.restrictedAt !== null) throw restrictedAccount();
  if (account.addressProvenAt === null) {
    const userId = account.id;
    const now = clock.nowIso();
    await proveWithoutPassword(db, { userId, now });
    await endAllSessions({ db, clock }, userId);
    await voidResetTokens(db, userId);
    await revokeAllKeys(db, { userId, now });
  }
  return account.id;
}

async function openAccount({ db, clock }: Store, email: string, identity: ProvidedIdentity): Promise<string> {
  if (await isRestrictedAddress(db, email)) {
    throw new ProviderSignInFailed('email', 'the address is restricted');
  }
  const now = clock.nowIso();
  const name = displayNameForm.safeParse(identity.displayName);
  const emailKey = emailKeyOf(email);
  const opened = await insertUser.first(db, {
    id: newId(clock.now()),
    email,
    emailKey,
    displayName: name.success ? name.data : '',
    passwordHash: null,
    addressProvenAt: now,
    now,
  });
  if (opened) return opened.id;
  // Registered by somebody else since it was looked for.
  const joined = await joinAccount({ db, clock }, email);
  if (joined === undefined) throw new ProviderSignInFailed('server', 'the account came and went');
  return joined;
}

const restrictedAccount = () => new ProviderSignInFailed('denied', 'the account is restricted');
