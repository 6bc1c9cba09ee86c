import { limits } from '@jarvis/contract';
import { and, desc, eq, gt, inArray, isNull, ne, or, sql, statement, type Values } from '@jarvis/database';
import { user } from '../db/account.ts';
import { columns, isOwn, type Own } from '../db/rows.ts';
import { apiKeys, oauthStates, resetTokens, sessions, users } from '../db/schema/accounts.ts';
import { grants, grantTokens } from '../db/schema/grants.ts';
import { restrictedAddresses } from '../db/schema/installation.ts';
import { deleteAllOf, deleteOne, insertRow, makeRoom, recordUse, shareOne } from '../db/statements.ts';

const account = { user, restrictedAt: users.restrictedAt };

/** For statements before the account is known: many callers at once leave connections to the others. */
const ofCallers = { share: 'callers' };

/** The account of this key: one round trip for key and account. Revoked keys are not found. */
export const selectKeyOwner = statement(
  (q, v: Values<{ hash: string }>) =>
    q
      .select({ ...account, keyId: apiKeys.id, lastUsedAt: apiKeys.lastUsedAt })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(and(eq(apiKeys.hash, v.hash), isNull(apiKeys.revokedAt))),
  ofCallers,
);

/** The program and account of this access or refresh token, also of an expired one: one round trip. */
export const selectTokenOwner = statement(
  (q, v: Values<{ hash: string }>) =>
    q
      .select({
        ...account,
        grantId: grants.id,
        ...columns(grants, 'clientId', 'scopes', 'lastUsedAt'),
        ...columns(grantTokens, 'kind', 'expiresAt'),
      })
      .from(grantTokens)
      .innerJoin(grants, and(eq(grants.userId, grantTokens.userId), eq(grants.id, grantTokens.grantId)))
      .innerJoin(users, eq(users.id, grants.userId))
      .where(and(eq(grantTokens.id, v.hash), inArray(grantTokens.kind, ['access', 'refresh']))),
  ofCallers,
);

export const updateKeyLastUsed = recordUse(apiKeys, 'lastUsedAt');

export const updateGrantLastUsed = recordUse(grants, 'lastUsedAt');

/** A row when the account is an operator. */
export const selectOperator = statement((q, v: Values<Own>) =>
  q
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, v.userId), eq(users.operator, true))),
);

/** The account of this session: one round trip for session and account. */
export const selectSessionOwner = statement(
  (q, v: Values<{ id: string }>) =>
    q
      .select({
        ...account,
        sessionId: sessions.id,
        ...columns(sessions, 'expiresAt', 'signedInAt', 'userAgent'),
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.id, v.id)),
  ofCallers,
);

/** Each keeps a credential valid until the transaction ends. No row when it has ended. */
export const holdSession = shareOne(sessions);

export const holdKey = shareOne(apiKeys, isNull(apiKeys.revokedAt));

export const holdGrant = shareOne(grants);

/** Valid sessions of the account, the last signed in first. */
export const selectSessions = statement((q, v: Values<Own & { now: string }>) =>
  q
    .select(columns(sessions, 'id', 'signedInAt', 'expiresAt', 'userAgent'))
    .from(sessions)
    .where(isOwn(sessions, v, gt(sessions.expiresAt, v.now)))
    .orderBy(sql`${sessions.signedInAt} desc`, sessions.id),
);

/** Ends the sessions that expire first. */
export const makeRoomForSession = makeRoom(sessions, desc(sessions.expiresAt), limits.sessionsMax);

export const deleteSessionOf = deleteOne(sessions);

export const deleteAllSessions = deleteAllOf(sessions);

/** `.count` is their number. */
export const deleteOtherSessions = statement((q, v: Values<Own & { currentId: string }>) =>
  q.delete(sessions).where(isOwn(sessions, v, ne(sessions.id, v.currentId))),
);

export const insertResetToken = insertRow(resetTokens, {});

export const selectResetToken = statement((q, v: Values<{ id: string; now: string }>) =>
  q
    .select({ userId: resetTokens.userId })
    .from(resetTokens)
    .where(and(eq(resetTokens.id, v.id), gt(resetTokens.expiresAt, v.now))),
);

/** Deletes the token, so that of two concurrent uses one finds it. */
export const takeResetToken = statement((q, v: Values<{ id: string; now: string }>) =>
  q
    .delete(resetTokens)
    .where(and(eq(resetTokens.id, v.id), gt(resetTokens.expiresAt, v.now)))
    .returning({ userId: resetTokens.userId }),
);

/** Voids every outstanding link of the account. */
export const voidResetTokens = deleteAllOf(resetTokens);

export const selectRestriction = statement((q, v: Values<{ address: string; domain: string }>) =>
  q
    .select({ address: restrictedAddresses.address })
    .from(restrictedAddresses)
    .where(or(eq(restrictedAddresses.address, v.address), eq(restrictedAddresses.address, v.domain)))
    .limit(1),
);

export const insertOauthState = insertRow(oauthStates, {});

/** Deletes the flow, so that a state is used once; only for the browser that began it. */
export const takeOauthState = statement((q, v: Values<{ id: string; provider: string; browser: string }>) =>
  q
    .delete(oauthStates)
    .where(
      and(eq(oauthStates.id, v.id), eq(oauthStates.provider, v.provider), eq(oauthStates.browser, v.browser)),
    )
    .returning(columns(oauthStates, 'codeVerifier', 'nonce', 'invitation', 'expiresAt')),
);
