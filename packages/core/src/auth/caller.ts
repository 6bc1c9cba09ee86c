import type { Caller, GrantCaller, KeyCaller, SessionCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { One } from '../db/rows.ts';
import { restricted, unauthenticated } from '../errors.ts';
import type { Deps } from '../ports/deps.ts';
import { refusals } from '../refusals.ts';
import { parseKey } from './api-key-format.ts';
import { parseGrantToken } from './grant-token.ts';
import {
  selectKeyOwner,
  selectOperator,
  selectTokenOwner,
  updateGrantLastUsed,
  updateKeyLastUsed,
} from './queries.ts';
import { type CredentialOwner, validateSession } from './sessions.ts';

/** The parts of a request that identify its caller. */
export type CallerRequest = Pick<Context, 'deps' | 'credentials' | 'answer'>;

/**
 * The caller, in one lookup; undefined without a (valid) credential. Records the use of a key or a program's token, and
 * extends a session. If the request has an API key, the key alone decides; a cookie is ignored. Throws unauthenticated
 * for a key that is unknown, revoked or malformed, one text for all three; restricted for a restricted account;
 * unavailable. Specification: Authentication, rules 3 to 5, 10 and 11.
 */
export async function authenticate(request: CallerRequest): Promise<Caller | undefined> {
  const { bearer, grant, sessionToken } = request.credentials;
  if (grant !== undefined) return authenticateGrant(request, grant);
  if (bearer !== undefined) return authenticateKey(request, bearer);
  return sessionToken === undefined ? undefined : authenticateSession(request, sessionToken);
}

/**
 * The caller, by key, session or grant. Throws as `authenticate`, and unauthenticated without either, or for another
 * account than the one that the caller means.
 */
export async function requireCaller(request: CallerRequest): Promise<Caller> {
  const caller = await authenticate(request);
  if (!caller) throw unauthenticated(refusals.noCredential);
  const { account } = request.credentials;
  if (account && account.toLowerCase() !== caller.userId) throw unauthenticated(refusals.otherAccount);
  return caller;
}

/** The caller by their browser session. Throws unauthenticated without one, also for a valid key alone. */
export async function requireSession(request: CallerRequest): Promise<SessionCaller> {
  const caller = await requireCaller(request);
  if (caller.via !== 'session') throw unauthenticated(refusals.sessionNeeded);
  return caller;
}

/** The caller by their browser session, if they are an operator now. Throws restricted for all others. */
export async function requireOperator(request: CallerRequest): Promise<SessionCaller> {
  const caller = await requireSession(request);
  if (!(await isOperator(request.deps, caller.userId))) throw restricted(refusals.operatorNeeded);
  return caller;
}

/** Whether the account is an operator. */
export async function isOperator({ db }: Pick<Deps, 'db'>, userId: string): Promise<boolean> {
  return (await selectOperator.first(db, { userId })) !== undefined;
}

async function authenticateKey({ deps, answer }: CallerRequest, bearer: string): Promise<KeyCaller> {
  const startedAt = performance.now();
  const key = parseKey(bearer);
  const found = key && (await selectKeyOwner.first(deps.db, key));
  if (!found) throw unauthenticated(refusals.invalidKey);
  const { user, keyId, lastUsedAt } = admitted(answer, found);
  await recordUse(deps, updateKeyLastUsed, { userId: user.id, id: keyId, lastUsedAt, startedAt });
  return { via: 'key', userId: user.id, user, keyId };
}

/** A token that ended, with its grant or by its expiry, gets the same error as an unknown one. */
async function authenticateGrant({ deps, answer }: CallerRequest, token: string): Promise<GrantCaller> {
  const startedAt = performance.now();
  const parsed = parseGrantToken(token);
  const found = parsed && (await selectTokenOwner.first(deps.db, parsed));
  if (found?.kind !== 'access' || found.expiresAt <= deps.clock.nowIso())
    throw unauthenticated(refusals.invalidGrant);
  const { user, grantId, scopes, lastUsedAt } = admitted(answer, found);
  await recordUse(deps, updateGrantLastUsed, { userId: user.id, id: grantId, lastUsedAt, startedAt });
  return { via: 'grant', userId: user.id, user, grantId, scopes };
}

async function authenticateSession(
  { deps, answer }: CallerRequest,
  token: string,
): Promise<SessionCaller | undefined> {
  const found = await validateSession(deps, token);
  if (!found) return undefined;
  const { user, sessionId, signedInAt, extendedTo } = admitted(answer, found);
  if (extendedTo !== undefined) answer.session ??= { token, expiresAt: extendedTo };
  return { via: 'session', userId: user.id, user, sessionId, signedInAt };
}

/** Names the account in the log. Throws restricted. */
function admitted<Found extends CredentialOwner>(answer: CallerRequest['answer'], found: Found): Found {
  answer.accountId = found.user.id;
  if (found.restrictedAt !== null) throw restricted(refusals.restricted);
  return found;
}

const recordUseAfterMs = 60_000;

/**
 * At most once a minute for each credential, and before the response, so that a list of keys or programs read after a
 * use shows it. A failure is logged and refuses nobody. `startedAt`: when the search for the caller began.
 */
async function recordUse(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  update: typeof updateKeyLastUsed,
  { lastUsedAt, startedAt, ...one }: One & { lastUsedAt: string | null; startedAt: number },
): Promise<void> {
  if (lastUsedAt !== null && Date.parse(lastUsedAt) > clock.now() - recordUseAfterMs) return;
  try {
    const inTime = db.shared(one.userId, performance.now() - startedAt);
    await update(inTime, { ...one, now: clock.nowIso() });
  } catch (error) {
    log.warn({ error: String(error) }, 'the time of a credential’s last use could not be recorded');
  }
}
