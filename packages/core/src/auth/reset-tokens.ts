import { limits } from '@jarvis/contract';
import type { Clock, StoreDeps } from '../ports/deps.ts';
import { insertResetToken, selectResetToken, takeResetToken } from './queries.ts';
import { fingerprint, newSecretToken } from './secret-tokens.ts';

const lifetimeMs = limits.resetTokenMinutes * 60_000;

/** A token for a reset link, valid once and for 30 minutes; only its hash is stored. */
export async function createResetToken({ db, clock }: StoreDeps, userId: string): Promise<string> {
  const token = newSecretToken();
  const nowMs = clock.now();
  await insertResetToken(db, {
    userId,
    id: fingerprint(token),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + lifetimeMs).toISOString(),
  });
  return token;
}

/** Whether the token is valid now. Only `redeemResetToken` decides. */
export async function isGoodResetToken({ db, clock }: StoreDeps, token: string): Promise<boolean> {
  return (await selectResetToken.first(db, at(clock, token))) !== undefined;
}

/** Uses up the token. Returns its account, or undefined when it is unknown, used or expired. */
export async function redeemResetToken({ db, clock }: StoreDeps, token: string): Promise<string | undefined> {
  return (await takeResetToken.first(db, at(clock, token)))?.userId;
}

const at = (clock: Clock, token: string) => ({
  id: fingerprint(token),
  now: clock.nowIso(),
});
