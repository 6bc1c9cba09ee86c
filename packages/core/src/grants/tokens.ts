import { hash } from 'node:crypto';
import type { Scope } from '@jarvis/contract';
import { isForeignKeyViolation } from '@jarvis/database';
import { newGrantToken } from '../auth/grant-token.ts';
import { selectTokenOwner } from '../auth/queries.ts';
import { fingerprint, newSecretToken } from '../auth/secret-tokens.ts';
import { holdAccount } from '../db/account.ts';
import { restricted } from '../errors.ts';
import { newId } from '../ids.ts';
import { createKey, revokeKey } from '../keys/keys.ts';
import { type AccountText, mailOwner } from '../mail/mail.ts';
import type { Deps, StoreDeps } from '../ports/deps.ts';
import { refusals } from '../refusals.ts';
import { filled } from '../text/filled.ts';
import type { AuthorizationRequest } from './consent.ts';
import {
  deleteGrant,
  insertGrant,
  insertToken,
  makeRoomForGrant,
  selectCode,
  trimTokens,
  useCode,
  useRefreshToken,
} from './queries.ts';
import { destinationOf } from './redirects.ts';

export const accessDays = 7;
/** Since the last use. */
export const refreshDays = 90;

/** The answer to the exchange of a code or a refresh token. */
export interface Tokens {
  readonly accessToken: string;
  /** Undefined for the key of a command line, which does not expire. */
  readonly refreshToken?: string;
  readonly scopes: readonly Scope[];
}

interface Exchange {
  readonly code: string;
  readonly verifier: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/**
 * Exchanges a code, once, for the tokens of a new grant, or for the command line's key. Tells the owner by mail. A
 * repeated code was copied, so its grant or key ends. Undefined, without saying why, if the code is unknown, expired or
 * used, or if the program, address or verifier differs.
 */
export async function exchangeCode(deps: Deps, given: Exchange): Promise<Tokens | undefined> {
  const id = fingerprint(given.code);
  const find = () => selectCode.first(deps.db, { id, now: deps.clock.nowIso() });
  const found = await find();
  const asked = found?.asked as AuthorizationRequest | undefined;
  if (!found || !asked || found.restrictedAt !== null) return undefined;
  if (asked.clientId !== given.clientId || asked.redirectUri !== given.redirectUri) return undefined;
  if (hash('sha256', given.verifier, 'base64url') !== asked.codeChallenge) return undefined;
  const { userId } = found;
  const tokens = await orNothing(() =>
    found.usedAt === null ? giveTokens(deps, userId, id, asked) : undefined,
  );
  if (!tokens) {
    const used = await find();
    const { keyId } = (used?.asked ?? {}) as { keyId?: string | null };
    if (used?.grantId) await endGrant(deps, userId, used.grantId);
    if (keyId) await revokeKey(deps, userId, keyId);
    return undefined;
  }
  deps.changes.publish(userId, 'keys');
  void mailOwner(deps, found, connectionText(asked, deps.settings.publicUrl));
  return tokens;
}

/** The mail that tells an account's owner of a newly connected program. */
const connectionText =
  ({ clientName, redirectUri, scopes }: AuthorizationRequest, publicUrl: string): AccountText =>
  ({ connection }) => {
    const destination = destinationOf(redirectUri);
    const where = destination?.loopback ? connection.computer : (destination?.host ?? redirectUri);
    const what = filled(scopes.length === 0 ? connection.key : connection.what, where, clientName);
    const link = { label: connection.button, link: `${publicUrl}/keys` };
    return { subject: connection.subject, parts: [what, connection.otherwise, link] };
  };

/** All or nothing. Throws AlreadyUsed. */
function giveTokens(deps: Deps, userId: string, id: string, asked: AuthorizationRequest): Promise<Tokens> {
  const now = deps.clock.nowIso();
  const { scopes, clientName, clientId, clientHost, redirectUri } = asked;
  return deps.db.transaction(async (tx) => {
    const within = { ...deps, db: tx };
    // A concurrent first proof of the address removes grants and codes.
    await holdAccount.first(tx, { userId });
    const use = async (made: { grantId: string | null; keyId: string | null }) => {
      if (!(await useCode.first(tx, { userId, id, ...made, now }))) throw new AlreadyUsed();
    };
    if (scopes.length === 0) {
      const key = await createKey(within, userId, clientName);
      await use({ grantId: null, keyId: key.id });
      return { accessToken: key.key, scopes };
    }
    const grantId = newId(deps.clock.now());
    const grant = { userId, id: grantId, clientId, clientName, clientHost, redirectUri };
    await makeRoomForGrant.count(tx, { userId });
    await insertGrant.count(tx, { ...grant, scopes: [...scopes], connectedAt: now });
    await use({ grantId, keyId: null });
    return { ...(await insertTokens(within, userId, grantId, null)), scopes };
  });
}

/**
 * New tokens for a refresh token. A used one stays valid until one of its successors is used, so that two processes of
 * a program may refresh at once, and a lost answer loses nothing. A later use, or that of successors received at
 * different times, means that it was copied, and ends the grant. Undefined as for a code.
 * Throws restricted for a restricted account, because programs discard a refused token.
 */
export async function refreshTokens(
  deps: Deps,
  given: { readonly refreshToken: string; readonly clientId: string },
): Promise<Tokens | undefined> {
  const id = fingerprint(given.refreshToken);
  const found = await selectTokenOwner.first(deps.db, { hash: id });
  if (found?.kind !== 'refresh' || found.clientId !== given.clientId) return undefined;
  const { user, grantId, scopes } = found;
  const userId = user.id;
  const now = deps.clock.nowIso();
  if (found.expiresAt <= now) return undefined;
  if (found.restrictedAt !== null) throw restricted(refusals.restricted);
  if (!(await useRefreshToken.first(deps.db, { userId, id, now }))) {
    await endGrant(deps, userId, grantId);
    return undefined;
  }
  const tokens = await orNothing(() => insertTokens(deps, userId, grantId, id));
  await trimTokens.count(deps.db, { userId, grantId });
  return tokens && { ...tokens, scopes };
}

/** Ends the grant of a token of this program; an unknown token has no effect. */
export async function revokeByToken(
  deps: Deps,
  given: { readonly token: string; readonly clientId: string },
): Promise<void> {
  const found = await selectTokenOwner.first(deps.db, { hash: fingerprint(given.token) });
  if (found?.clientId === given.clientId) await endGrant(deps, found.user.id, found.grantId);
}

/** Ends a grant from its next request on, and its open streams. False if there is none. */
export async function endGrant(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const ended = await deleteGrant.first(db, { userId, id });
  if (ended) changes.publish(userId, 'keys');
  return ended !== undefined;
}

async function insertTokens(
  { db, clock }: StoreDeps,
  userId: string,
  grantId: string,
  cameOf: string | null,
) {
  const [accessToken, refreshToken] = [newGrantToken(), newSecretToken()];
  const add = (kind: 'access' | 'refresh', token: string, days: number) =>
    insertToken.count(db, {
      userId,
      id: fingerprint(token),
      kind,
      grantId,
      asked: null,
      cameOf,
      expiresAt: new Date(clock.now() + days * 86_400_000).toISOString(),
    });
  await add('access', accessToken, accessDays);
  await add('refresh', refreshToken, refreshDays);
  return { accessToken, refreshToken };
}

/** Another request has used the code at the same time. */
class AlreadyUsed extends Error {}

/** Undefined also if the grant or the account has ended meanwhile. */
async function orNothing<T>(give: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await give();
  } catch (error) {
    if (error instanceof AlreadyUsed || isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}
