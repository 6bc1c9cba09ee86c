import type { RateName, User } from '@jarvis/contract';
import { rawStatement, type SQL, sql, type Values } from '@jarvis/database';
import type { Context } from '../context.ts';
import { unauthenticated } from '../errors.ts';
import { countCall, noteCount } from '../rate-limit/count-call.ts';
import { counting, type WindowValues } from '../rate-limit/queries.ts';
import { stateOf, windowAt } from '../rate-limit/rate-limit.ts';
import { parseKey } from './api-key-format.ts';
import { type Identity, noteUse, refuseRestricted, requireIdentity, requireSession } from './identity.ts';
import { refusals } from './refusals.ts';
import { fingerprint } from './secret-tokens.ts';
import { youngUntil } from './sessions.ts';

/** An account, and its window after this call was counted; a count of null was refused. */
type Counted = Omit<User, 'id'> & {
  readonly userId: string;
  readonly restrictedAt: string | null;
  readonly startedAt: string | null;
  readonly count: number | null;
};

/**
 * Finds the caller and counts the call in the window of their account, unless the account is restricted. When others
 * have begun and filled a window meanwhile, what is known is the one that has passed: that one is not told of.
 */
const countedCaller = (caller: SQL, v: Values<WindowValues>) => sql`
    with caller as materialized (${caller}),
    counted as (${counting(sql`select "userId"::text as subject from caller where "restrictedAt" is null`, v)})
    select caller.*, counted.count, coalesce(counted.started_at, known.started_at) as "startedAt"
    from caller left join counted on true
    left join rate_windows known on known.subject = caller."userId"::text and known.name = ${v.name}
      and known.started_at > ${v.cutoff}`;

const account = sql`u.id as "userId", u.email, u.display_name as "displayName",
  u.preferred_language as "preferredLanguage", u.memory_enabled as "memoryEnabled",
  u.web_search_enabled as "webSearchEnabled",
  u.display_name_change_prompt_disabled as "displayNameChangePromptDisabled", u.restricted_at as "restrictedAt"`;

const countedKeyCaller = rawStatement<
  Counted & { keyId: string; lastUsedAt: string | null },
  WindowValues & { hash: string }
>((v) =>
  countedCaller(
    sql`select ${account}, k.id as "keyId", k.last_used_at as "lastUsedAt"
      from api_keys k join users u on u.id = k.user_id where k.hash = ${v.hash} and k.revoked_at is null`,
    v,
  ),
);

/** Of a session that is young: one that has ended or is to be extended is for `identify`. */
const countedSessionCaller = rawStatement<
  Counted & { signedInAt: string },
  WindowValues & { sessionId: string; youngUntil: string }
>((v) =>
  countedCaller(
    sql`select ${account}, s.signed_in_at as "signedInAt"
      from sessions s join users u on u.id = s.user_id
      where s.id = ${v.sessionId} and s.expires_at > ${v.youngUntil}::timestamptz`,
    v,
  ),
);

/**
 * The caller, whose call is counted in the window of their account: one round trip for both. Throws as
 * `requireIdentity` (nothing is counted then), and tooMany. Specification: Limits; Authentication, rules 3 to 5.
 */
export async function requireIdentityAtMost(ctx: Context, rate: RateName): Promise<Identity> {
  const identity = await lookUpAndCount(ctx, rate);
  if (identity) return identity;
  const found = await requireIdentity(ctx);
  await countCall(ctx, rate, found.userId);
  return found;
}

/** As above, by browser session only: for a key nothing is counted. */
export async function requireSessionAtMost(
  ctx: Context,
  rate: RateName,
): Promise<Identity & { via: 'session' }> {
  if (ctx.credentials.bearer !== undefined) return requireSession(ctx);
  const identity = await requireIdentityAtMost(ctx, rate);
  if (identity.via !== 'session') throw unauthenticated(refusals.sessionNeeded);
  return identity;
}

/** Undefined when the ordinary way must be gone, and nothing was counted. */
async function lookUpAndCount(ctx: Context, rate: RateName): Promise<Identity | undefined> {
  if (ctx.caller) return undefined;
  const { deps, credentials } = ctx;
  const nowMs = deps.clock.now();
  const window = windowAt(deps.settings, rate, nowMs);
  /** What is left of the row is the account's own. */
  const admit = <Row extends Counted>({ restrictedAt, startedAt, count, ...found }: Row) => {
    ctx.answer.accountId = found.userId;
    refuseRestricted(restrictedAt);
    noteCount(ctx, stateOf(deps.settings, rate, nowMs, { startedAt, count }));
    return found;
  };
  let identity: Identity;
  if (credentials.bearer !== undefined) {
    const key = parseKey(credentials.bearer);
    const found = key && (await countedKeyCaller.first(deps.db, { ...key, ...window }));
    if (!found) throw unauthenticated(refusals.invalidKey);
    const { userId, keyId, lastUsedAt, ...fields } = admit(found);
    await noteUse(deps, { userId, keyId, lastUsedAt });
    identity = { via: 'key', userId, keyId, user: { id: userId, ...fields } };
  } else {
    if (credentials.sessionToken === undefined) return undefined;
    const sessionId = fingerprint(credentials.sessionToken);
    const values = { sessionId, youngUntil: youngUntil(deps.clock), ...window };
    const found = await countedSessionCaller.first(deps.db, values);
    if (!found) return undefined;
    const { userId, signedInAt, ...fields } = admit(found);
    identity = { via: 'session', userId, sessionId, signedInAt, user: { id: userId, ...fields } };
  }
  ctx.caller = Promise.resolve(identity);
  return identity;
}
