import { displayName as displayNameForm, email as emailForm } from '@jarvis/contract';
import { isForeignKeyViolation, isUniqueViolation } from '@jarvis/database';
import { z } from 'zod';
import { insertOauthState, takeOauthState } from '../auth/queries.ts';
import { emailKeyOf, isRestrictedAddress } from '../auth/restrictions.ts';
import { fingerprint, newSecretToken } from '../auth/secret-tokens.ts';
import { type Browser, createSession, type NewSession } from '../auth/sessions.ts';
import { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import { mailOwner } from '../mail/mail.ts';
import type { Deps, RuleDeps } from '../ports/deps.ts';
import {
  type IdentityProvider,
  IdentityProviderFailed,
  type ProvidedIdentity,
  type ProviderName,
  ProviderSignInFailed,
} from '../ports/identity-provider.ts';
import { admit } from '../registration/registration.ts';
import { type FirstProof, proofText } from './mails.ts';
import { proveAddress } from './prove-address.ts';
import { insertIdentity, insertUser, lockByEmailKey, resetPassword, selectIdentity } from './queries.ts';

/** The response of a provider, as the browser sent it. */
export const providerResponse = z.object({
  /** Also undefined when it was sent twice; the same for `code`. */
  state: z.string().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
  iss: z.string().optional(),
});
type ProviderResponse = z.infer<typeof providerResponse>;

/** The time for a sign-in at a provider. */
export const flowMinutes = 10;

/**
 * Begins a sign-in, valid once and for ten minutes: the redirect to the provider, and the browser's cookie, so that
 * another person's state is useless here. A browser keeps its existing token, so that sign-ins in two of its tabs do
 * not conflict. `invitation` is the token of the person's invitation link, if any. Throws ProviderSignInFailed:
 * `config`, `provider`.
 */
export async function beginProviderSignIn(
  deps: Deps,
  name: ProviderName,
  browserToken: string = newSecretToken(),
  invitation?: string,
): Promise<{ readonly url: URL; readonly browserToken: string }> {
  const { db, clock } = deps;
  const provider = await configured(deps, name);
  const flow = { state: newSecretToken(), codeVerifier: newSecretToken(), nonce: newSecretToken() };
  await insertOauthState(db, {
    ...flow,
    id: fingerprint(flow.state),
    provider: name,
    browser: fingerprint(browserToken),
    invitation: invitation === undefined ? null : fingerprint(invitation),
    expiresAt: new Date(clock.now() + flowMinutes * 60_000).toISOString(),
  });
  return { url: await provider.authorizationUrl(flow), browserToken };
}

/**
 * Finishes a sign-in with the provider's response, once, in the browser that began it. Throws ProviderSignInFailed:
 * `config`, `state`, `denied`, `provider`, and as `signInWithProvider`.
 */
export async function finishProviderSignIn(
  deps: Deps,
  name: ProviderName,
  response: ProviderResponse,
  browserToken: string | undefined,
  browser: Browser,
): Promise<NewSession> {
  const { db, clock } = deps;
  const provider = await configured(deps, name);
  const { state = '' } = response;
  // Check the state first: the other parameters count only if this browser began the sign-in.
  const begun = { id: fingerprint(state), provider: name, browser: fingerprint(browserToken ?? '') };
  const flow = await takeOauthState.first(db, begun);
  if (!flow || Date.parse(flow.expiresAt) <= clock.now())
    throw new ProviderSignInFailed('state', 'the state is not one that this browser began');
  const { codeVerifier, nonce, invitation } = flow;
  const identity = await provider.identify(codeIn(response, provider), { codeVerifier, nonce: nonce ?? '' });
  return signInWithProvider(deps, identity, invitation ?? undefined, browser);
}

async function configured({ identityProvider }: Deps, name: ProviderName): Promise<IdentityProvider> {
  const provider = await identityProvider(name);
  if (!provider) throw new ProviderSignInFailed('config', `${name} is not configured`);
  return provider;
}

function codeIn({ error, iss, code }: ProviderResponse, { issuer }: IdentityProvider): string {
  if (error === 'access_denied') throw new ProviderSignInFailed('denied', 'the person said no');
  if (issuer !== undefined && iss !== undefined && iss.replace(/\/$/, '') !== issuer) {
    throw new IdentityProviderFailed('the answer is from another issuer');
  }
  if (error !== undefined || !code) throw new IdentityProviderFailed('the provider sent no code');
  return code;
}

/**
 * Signs in a person whom a provider vouches for: to the account linked before, otherwise to the one with their
 * verified address, otherwise to a new one. Throws ProviderSignInFailed: `email` without a verified address or with
 * an excluded one, `denied` for a restricted account or if registration is not open.
 */
async function signInWithProvider(
  deps: Deps,
  identity: ProvidedIdentity,
  invitation: string | undefined,
  browser: Browser,
): Promise<NewSession> {
  const { db, clock, changes } = deps;
  const work = () =>
    db.transaction(async (tx) => {
      const account = await accountOf({ ...deps, db: tx }, identity, invitation);
      return { ...account, session: await createSession({ db: tx, clock }, account.userId, browser) };
    });
  const done = await work().catch((error: unknown) => {
    // A concurrent sign-in of the same person has made the rows by now, or the account was deleted meanwhile.
    if (isUniqueViolation(error) || isForeignKeyViolation(error)) return work();
    throw error;
  });
  changes.publish(done.userId, 'account');
  if (done.proof) void mailOwner(deps, done.proof, proofText(done.proof));
  return done.session;
}

/** An account, and its first proof if this sign-in was it. */
interface FoundAccount {
  readonly userId: string;
  readonly proof?: FirstProof | undefined;
}

async function accountOf(
  deps: RuleDeps,
  identity: ProvidedIdentity,
  invitation: string | undefined,
): Promise<FoundAccount> {
  const { db, clock } = deps;
  const { provider, subject } = identity;
  const joined = await selectIdentity.first(db, { provider, subject });
  if (joined) {
    if (joined.restrictedAt !== null) throw restrictedAccount();
    return { userId: joined.userId };
  }
  const email = verifiedEmail(identity);
  const account = (await joinAccount(deps, email)) ?? (await openAccount(deps, email, identity, invitation));
  await insertIdentity(db, { userId: account.userId, provider, subject, createdAt: clock.nowIso() });
  return account;
}

function verifiedEmail({ email, emailVerified }: ProvidedIdentity): string {
  const parsed = emailForm.safeParse(email);
  if (!emailVerified || !parsed.success) {
    throw new ProviderSignInFailed('email', 'the provider vouches for no address');
  }
  return parsed.data;
}

/**
 * The account of the address, if any. If nobody has ever proven the address, a stranger may have registered it, so
 * its password is removed.
 */
async function joinAccount({ db, clock }: RuleDeps, email: string): Promise<FoundAccount | undefined> {
  const account = await lockByEmailKey.first(db, { emailKey: emailKeyOf(email) });
  if (!account) return undefined;
  if (account.restrictedAt !== null) throw restrictedAccount();
  const userId = account.id;
  const proof = await proveAddress({ db, clock }, userId);
  if (proof) await resetPassword(db, { userId, passwordHash: null });
  return { userId, proof };
}

async function openAccount(
  deps: RuleDeps,
  email: string,
  identity: ProvidedIdentity,
  invitation: string | undefined,
): Promise<FoundAccount> {
  const { db, clock } = deps;
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
  if (opened) {
    if (!opened.isFirst) await admit(deps, invitation).catch(asDenied);
    return { userId: opened.id };
  }
  // Registered by another request since the lookup.
  const joined = await joinAccount(deps, email);
  if (joined === undefined) throw new ProviderSignInFailed('server', 'the account came and went');
  return joined;
}

function asDenied(error: unknown): never {
  throw error instanceof DomainError ? new ProviderSignInFailed('denied', error.message) : error;
}

const restrictedAccount = () => new ProviderSignInFailed('denied', 'the account is restricted');
