import { type ConsentRequest, type Scope, scope, unusualScopes } from '@jarvis/contract';
import { z } from 'zod';
import { fingerprint, newSecretToken } from '../auth/secret-tokens.ts';
import type { SessionCaller } from '../callers.ts';
import { isoOf } from '../clock.ts';
import { holdAccount } from '../db/account.ts';
import { badRequest, existing, restricted } from '../errors.ts';
import type { Deps, StoreDeps } from '../ports/deps.ts';
import { refusals } from '../refusals.ts';
import { borrowedName } from './known-programs.ts';
import { insertToken, selectRequest, takeRequest } from './queries.ts';
import { destinationOf, withAnswer } from './redirects.ts';

/** A program's request to a person. The redirect address is one of the program's. */
export const authorizationRequest = z.object({
  clientId: z.string(),
  clientName: z.string(),
  /** The host that vouches for the name; null if none does. */
  clientHost: z.string().nullable(),
  redirectUri: z.string(),
  /** In order; empty for the command line, which gets a key. */
  scopes: z.array(scope).readonly(),
  /** SHA-256 of the program's secret, in base64url. */
  codeChallenge: z.string(),
  state: z.string().optional(),
});
export type AuthorizationRequest = z.infer<typeof authorizationRequest>;

/** Bound to the session that began it: another browser, or a later session, has not seen its page. */
type StoredRequest = AuthorizationRequest & { readonly sessionId: string };

/** How long each is valid. */
const minutes = { request: 10, code: 5 } as const;

/** Stores a request until the decision, at most ten minutes. Returns its token for the page's address. */
export async function beginRequest(
  deps: Deps,
  caller: SessionCaller,
  asked: AuthorizationRequest,
): Promise<string> {
  const stored: StoredRequest = { ...asked, sessionId: caller.sessionId };
  return keep(deps, caller.userId, 'request', stored);
}

/**
 * The data of the consent page. Throws notFound for an expired or decided request, restricted for one of another
 * browser or account (a person may be led to an attacker's request).
 */
export async function describeRequest(
  deps: Deps,
  caller: SessionCaller,
  uid: string,
): Promise<ConsentRequest> {
  const request = await readRequest(deps, caller, uid);
  const { redirectUri } = request;
  return {
    // The page for codes of an installation without https, the one address that `destinationOf` refuses.
    ...(destinationOf(redirectUri) ?? { host: new URL(redirectUri).host, loopback: false }),
    name: request.clientName,
    vouched: request.clientHost,
    warning: borrowedName(request, deps.settings.publicUrl),
    scopes: request.scopes.map((scope) => ({ scope, ticked: !unusualScopes.includes(scope) })),
  };
}

/**
 * Carries out the person's decision, once, and returns the browser's next address. Throws as describeRequest, and
 * badRequest if no scope is left.
 */
export async function decideRequest(
  deps: Deps,
  caller: SessionCaller,
  { uid, allow, scopes }: { uid: string; allow: boolean; scopes?: readonly Scope[] | undefined },
): Promise<{ location: string }> {
  const { sessionId: _, state, ...asked } = await readRequest(deps, caller, uid);
  const ticked = scopes ?? asked.scopes.filter((scope) => !unusualScopes.includes(scope));
  const given = asked.scopes.filter((scope) => ticked.includes(scope));
  if (allow && asked.scopes.length > 0 && given.length === 0)
    throw badRequest('Tick something that the program may do, or refuse it.');
  const { userId } = caller;
  const now = deps.clock.nowIso();
  const code = await deps.db.transaction(async (tx) => {
    // A concurrent first proof of the address removes grants and codes.
    await holdAccount.first(tx, { userId });
    existing(await takeRequest.first(tx, { userId, id: fingerprint(uid), now }), 'Request');
    return allow ? keep({ ...deps, db: tx }, userId, 'code', { ...asked, scopes: given }) : undefined;
  });
  const answer = code === undefined ? { error: 'access_denied' } : { code };
  return { location: withAnswer(asked.redirectUri, { ...answer, state, iss: deps.settings.publicUrl }) };
}

async function readRequest(deps: Deps, caller: SessionCaller, uid: string): Promise<StoredRequest> {
  const found = await selectRequest.first(deps.db, { id: fingerprint(uid), now: deps.clock.nowIso() });
  const request = existing(found, 'Request').asked as StoredRequest;
  if (request.sessionId !== caller.sessionId) throw restricted(refusals.otherBrowser);
  return request;
}

/** Stores a request or a code. Returns its token. */
async function keep({ db, clock }: StoreDeps, userId: string, kind: keyof typeof minutes, asked: object) {
  const token = newSecretToken();
  const row = { userId, id: fingerprint(token), kind, asked, grantId: null, cameOf: null };
  await insertToken(db, { ...row, expiresAt: isoOf(clock.now() + minutes[kind] * 60_000) });
  return token;
}
