import { limits } from '@jarvis/contract';
import {
  deleteAllSessions,
  insertResetToken,
  selectResetToken,
  takeResetToken,
  voidResetTokens,
} from '../auth/queries.ts';
import { fingerprint, newSecretToken } from '../auth/secret-tokens.ts';
import { mailerInUse } from '../connections/in-use.ts';
import type { resetRequests } from '../db/schema/accounts.ts';
import { badRequest, unavailable } from '../errors.ts';
import { newId } from '../ids.ts';
import { accountMail, mailOwner } from '../mail/mail.ts';
import type { Deps, StoreDeps } from '../ports/deps.ts';
import { passwordText, proofText, resetLink, resetText } from './mails.ts';
import { proveAddress } from './prove-address.ts';
import { resetPassword, selectByEmailKey } from './queries.ts';
import {
  delayMsMax,
  delayResetRequest,
  deleteResetRequest,
  deleteResetRequestsFor,
  insertResetRequest,
  takeDueResetRequest,
} from './reset-request-queries.ts';

const lifetimeMs = limits.resetTokenMinutes * 60_000;

/** The same answer for every address. Specification: Account. */
export const resetRequested = 'If an account exists for that address, a reset link is on its way.';

/**
 * Accepts a request for a reset link. Does not look up whether the address has an account: connects to the mail
 * server and writes a row for every address alike. Throws unavailable when the mail server does not answer.
 */
export async function requestReset(deps: Deps, emailKey: string): Promise<void> {
  const { db, clock, log } = deps;
  const mailer = await mailerInUse(deps);
  try {
    await mailer.verify();
  } catch (error) {
    log.warn({ error: String(error) }, 'the mail server does not accept mail');
    throw unavailable('The mail could not be handed off for delivery. Try again in a few minutes.', error);
  }
  const nowMs = clock.now();
  const request = {
    id: newId(nowMs),
    emailKey,
    expiresAt: new Date(nowMs + lifetimeMs).toISOString(),
  };
  await insertResetRequest(db, request);
  // A random time after the answer, so that neither it nor the next one reveals whether a mail was sent.
  setTimeout(() => void deliver(deps, { ...request, tries: 1 }), 20 + Math.random() * 100);
}

/**
 * Sends mails that are due for a retry, or that another process left behind. Called every few seconds. One at a time:
 * a slow mail server must not hold one so long that another process sends it too.
 */
export async function deliverDueResetMails(deps: Deps): Promise<void> {
  for (;;) {
    const request = await takeDueResetRequest.first(deps.db, {});
    if (!request) return;
    await deliver(deps, request);
  }
}

type DueRequest = Pick<typeof resetRequests.$inferSelect, 'id' | 'emailKey' | 'expiresAt' | 'tries'>;

/** Never throws: a failed mail is retried while its link is valid. */
async function deliver(deps: Deps, { id, emailKey, expiresAt, tries }: DueRequest): Promise<void> {
  const { db, clock, log } = deps;
  try {
    if (Date.parse(expiresAt) > clock.now()) await mailLink(deps, emailKey);
    await deleteResetRequest(db, { id });
  } catch (error) {
    log.warn({ error: String(error), tries }, 'a reset mail could not be sent and will be tried again');
    const delayMs = Math.min(5_000 * 2 ** (tries - 1), delayMsMax);
    await delayResetRequest(db, { id, delayMs }).catch(() => {});
  }
}

async function mailLink(deps: Deps, emailKey: string): Promise<void> {
  const { db, clock, settings } = deps;
  const account = await selectByEmailKey.first(db, { emailKey });
  if (!account || account.restrictedAt !== null) return;
  const token = await createResetToken({ db, clock }, account.id);
  const link = resetLink(settings.publicUrl, token);
  const mailer = await mailerInUse(deps);
  await mailer.send(accountMail(account, resetText(link)));
}

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

/**
 * Redeems a reset token once: sets the password, ends every session of the account, voids its other links, and tells
 * the owner. It proves the address: see proveAddress. Throws badRequest when it is unknown, used or expired, with one
 * text for all three. Specification: States, password reset token.
 */
export async function reset(
  deps: Deps,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const { db, clock, passwords, changes, settings } = deps;
  const found = () => ({ id: fingerprint(token), now: clock.nowIso() });
  // Hashing is expensive, so a bad token is refused before; only taking it decides.
  if (!(await selectResetToken.first(db, found()))) throw badToken();
  const passwordHash = await passwords.hash(password);
  const { userId, account, proof } = await db.transaction(async (tx) => {
    const taken = await takeResetToken.first(tx, found());
    if (!taken) throw badToken();
    const account = await resetPassword.first(tx, { userId: taken.userId, passwordHash });
    if (!account) throw badToken();
    await voidResetTokens(tx, taken);
    await deleteResetRequestsFor(tx, account);
    await deleteAllSessions(tx, taken);
    return { ...taken, account, proof: await proveAddress({ db: tx, clock }, taken.userId) };
  });
  changes.publish(userId, 'account');
  if (proof) void mailOwner(deps, proof, proofText(proof));
  if (account.restrictedAt === null) void mailOwner(deps, account, passwordText('link', settings.publicUrl));
}

const badToken = () =>
  badRequest('This reset link is not valid: it was used, or is older than 30 minutes. Ask for a new one.');
