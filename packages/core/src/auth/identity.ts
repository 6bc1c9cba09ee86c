import type { User } from '@jarvis/contract';
import type { Context } from '../context.ts';
import { restricted, unauthenticated } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { parseKey } from './api-key-format.ts';
import { selectKeyOwner, touchKey } from './queries.ts';
import { refusals } from './refusals.ts';
import { findSession } from './sessions.ts';

interface Caller {
  readonly userId: string;
  readonly user: User;
}

export interface KeyIdentity extends Caller {
  readonly via: 'key';
  readonly keyId: string;
}

export interface SessionIdentity extends Caller {
  readonly via: 'session';
  readonly sessionId: string;
  /** When the person last proved who they are. */
  readonly signedInAt: string;
}

/** Who is calling. */
export type Identity = KeyIdentity | SessionIdentity;

/**
 * Who is calling, looked up once a request; undefined without a (living) credential. An API key that was
 * sent decides alone, whatever cookie is there. Throws unauthenticated for a key that is unknown, revoked
 * or malformed, one text for all three; restricted for a restricted account; unavailable.
 * Specification: Authentication, rules 3 to 5, 10 and 11.
 */
export function identify(ctx: Context): Promise<Identity | undefined> {
  ctx.caller ??= lookUp(ctx);
  return ctx.caller;
}

/** The caller, by key or session. Throws unauthenticated without either. */
export async function requireIdentity(ctx: Context): Promise<Identity> {
  const identity = await identify(ctx);
  if (!identity) throw unauthenticated(refusals.noCredential);
  return identity;
}

/** The caller by their browser session. Throws unauthenticated without one, also for a good key alone. */
export async function requireSession(ctx: Context): Promise<SessionIdentity> {
  const identity = await requireIdentity(ctx);
  if (identity.via !== 'session') throw unauthenticated(refusals.sessionNeeded);
  return identity;
}

async function lookUp(ctx: Context): Promise<Identity | undefined> {
  const { bearer, sessionToken } = ctx.credentials;
  if (bearer !== undefined) return byKey(ctx, bearer);
  return sessionToken === undefined ? undefined : bySession(ctx, sessionToken);
}

async function bySession({ deps, answer }: Context, token: string): Promise<Identity | undefined> {
  const found = await findSession(deps, token);
  if (!found) return undefined;
  answer.accountId = found.userId;
  refuseRestricted(found.restrictedAt);
  if (found.extendedTo !== undefined) {
    answer.session ??= { token, expiresAt: found.extendedTo };
  }
  const { userId, user, sessionId, signedInAt } = found;
  return { via: 'session', userId, user, sessionId, signedInAt };
}

async function byKey({ deps, answer }: Context, bearer: string): Promise<Identity> {
  const key = parseKey(bearer);
  const found = key && (await selectKeyOwner.first(deps.db, key));
  if (!found) throw unauthenticated(refusals.invalidKey);
  const { userId, keyId, lastUsedAt, restrictedAt, ...fields } = found;
  answer.accountId = userId;
  refuseRestricted(restrictedAt);
  await noteUse(deps, { userId, keyId, lastUsedAt });
  return { via: 'key', userId, keyId, user: { id: userId, ...fields } };
}

export function refuseRestricted(restrictedAt: string | null): void {
  if (restrictedAt !== null) throw restricted(refusals.restricted);
}

const noteUseAfterMs = 60_000;

/**
 * At most once a minute for each key, and before the answer: whoever lists keys after a use finds it. That it
 * cannot be noted is no reason to refuse.
 */
export async function noteUse(
  { db, clock, log }: Deps,
  { userId, keyId, lastUsedAt }: { userId: string; keyId: string; lastUsedAt: string | null },
): Promise<void> {
  const nowMs = clock.now();
  if (lastUsedAt !== null && Date.parse(lastUsedAt) > nowMs - noteUseAfterMs) return;
  const now = new Date(nowMs).toISOString();
  const staleBefore = new Date(nowMs - noteUseAfterMs).toISOString();
  try {
    await touchKey(db, { userId, keyId, now, staleBefore });
  } catch (error) {
    log.warn({ error: String(error) }, 'the time of an API key’s last use could not be noted');
  }
}
