import { type ConsentRequest, type Scope, unusualScopes } from '@jarvis/contract';
import type { SessionCaller } from '../auth/caller.ts';
import { fingerprint, newSecretToken } from '../auth/secret-tokens.ts';
import { badRequest, notFound, restricted } from '../errors.ts';
import type { Deps } from '../ports/deps.ts';
import { refusals } from '../refusals.ts';
import { borrowedName } from './known-programs.ts';
import { holdAccount, insertToken, selectRequest, takeRequest } from './queries.ts';
import { placeOf, withAnswer } from './redirects.ts';

/** What a program asks a person for. Its redirect address has been checked against what the program has named. */
export interface Asked {
  readonly clientId: string;
  readonly clientName: string;
  /** The host that vouches for the name; null: nobody does. */
  readonly clientHost: string | null;
  readonly redirectUri: string;
  /** In order. None: the command line, which gets a key. */
  readonly scopes: readonly Scope[];
  /** SHA-256 of the program's secret, in base64url. */
  readonly codeChallenge: string;
  readonly state?: string | undefined;
}

/** Of a stored request; whoever signed in anew, or in another browser, has not seen it. */
type StoredRequest = Asked & { readonly sessionId: string };

export const requestMinutes = 10;
export const codeMinutes = 5;

const inMinutes = (deps: Deps, minutes: number) =>
  new Date(deps.clock.now() + minutes * 60_000).toISOString();

const ungranted = { grantId: null, cameOf: null };

/** Keeps what a program asks for until the person has decided, ten minutes at most. Returns its name for the page. */
export async function beginRequest(deps: Deps, caller: SessionCaller, asked: Asked): Promise<string> {
  const uid = newSecretToken();
  const stored: StoredRequest = { ...asked, sessionId: caller.sessionId };
  await insertToken.count(deps.db, {
    ...ungranted,
    userId: caller.userId,
    id: fingerprint(uid),
    kind: 'request',
    asked: stored,
    expiresAt: inMinutes(deps, requestMinutes),
  });
  return uid;
}

/**
 * What the consent page shows. Throws notFound when the request is over or decided, restricted when it was begun in
 * another browser or account (a stranger's request that somebody is led to).
 */
export async function describeRequest(
  deps: Deps,
  caller: SessionCaller,
  uid: string,
): Promise<ConsentRequest> {
  const request = await readRequest(deps, caller, uid);
  const { redirectUri } = request;
  return {
    // Only our own page for codes may be no program's address: at home, without encryption.
    ...(placeOf(redirectUri) ?? { host: new URL(redirectUri).host, loopback: false }),
    name: request.clientName,
    vouched: request.clientHost,
    warning: borrowedName(request, deps.settings.publicUrl),
    scopes: request.scopes.map((scope) => ({ scope, ticked: !unusualScopes.includes(scope) })),
  };
}

/**
 * Carries out what the person decided, once, and says where the browser goes with it. Throws as describeRequest, and
 * badRequest when nothing is left that the program may do.
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
  const code = newSecretToken();
  await deps.db.transaction(async (tx) => {
    await holdAccount.first(tx, { userId });
    if (!(await takeRequest.first(tx, { userId, id: fingerprint(uid), now }))) throw notFound('Request');
    if (!allow) return;
    await insertToken.count(tx, {
      ...ungranted,
      userId,
      id: fingerprint(code),
      kind: 'code',
      asked: { ...asked, scopes: given },
      expiresAt: inMinutes(deps, codeMinutes),
    });
  });
  const answer = allow ? { code } : { error: 'access_denied' };
  return { location: withAnswer(asked.redirectUri, { ...answer, state, iss: deps.settings.publicUrl }) };
}

async function readRequest(deps: Deps, caller: SessionCaller, uid: string): Promise<StoredRequest> {
  const found = await selectRequest.first(deps.db, { id: fingerprint(uid), now: deps.clock.nowIso() });
  if (!found) throw notFound('Request');
  const request = found.asked as StoredRequest;
  if (found.userId !== caller.userId || request.sessionId !== caller.sessionId)
    throw restricted(refusals.otherBrowser);
  return request;
}
