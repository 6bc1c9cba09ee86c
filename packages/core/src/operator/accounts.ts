import { type ListedAccount, limits } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { resetLink } from '../account/mails.ts';
import { createResetToken } from '../account/password-reset.ts';
import { selectByEmailKey } from '../account/queries.ts';
import { deleteOtherSessions } from '../auth/queries.ts';
import { emailKeyOf } from '../auth/restrictions.ts';
import { stampChanges } from '../change-feed/queries.ts';
import { conflict, existing, restricted } from '../errors.ts';
import { parseId } from '../ids.ts';
import { lastId } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { refusals } from '../refusals.ts';
import { fold } from '../text/fold.ts';
import {
  type AccountSummary,
  holdOperatorAndAccount,
  restrictUser,
  selectAccountSummary,
  selectAccountsBefore,
  unrestrictUser,
  updateOperator,
} from './queries.ts';

/*
 * The operators' actions on accounts, in the browser and on the command line. Each takes effect on the next request,
 * on every process: it writes the change feed directly, because the command line is a separate process.
 */

export type AccountDeps = Pick<Deps, 'db' | 'clock'>;

/** The operator acting in the browser; undefined on the command line, for the owner of the machine. */
type Actor = string | undefined;

/** Accounts on a page. */
const shownMax = 50;
/** Accounts that a search reads at a time for a page. */
const searchedAtOnce = 500;
const lookedThroughMax = 10_000;

interface WantedAccounts {
  /** Part of the address, regardless of case and accents. */
  readonly q?: string | undefined;
  readonly before?: string | undefined;
}

/** A page of accounts, newest first. It reads a bounded number, and so may end before it is full. */
export async function pageOfAccounts(
  { db }: AccountDeps,
  { q = '', before }: WantedAccounts,
): Promise<{ accounts: ListedAccount[]; next: string | null }> {
  const wanted = fold(q);
  // Without a search every account is shown; one more tells whether there is a next page.
  const limit = wanted === '' ? shownMax + 1 : searchedAtOnce;
  const accounts: ListedAccount[] = [];
  let from = before === undefined ? lastId : parseId(before, 'Account');
  for (let looked = 0; looked < lookedThroughMax; looked += limit) {
    const rows = await selectAccountsBefore(db, { before: from, limit });
    accounts.push(...rows.filter(({ email }) => fold(email).includes(wanted)));
    if (accounts.length > shownMax) {
      return { accounts: accounts.slice(0, shownMax), next: accounts[shownMax - 1]?.id ?? null };
    }
    from = rows.at(-1)?.id ?? from;
    if (rows.length < limit) return { accounts, next: null };
  }
  return { accounts, next: from };
}

/** Every account, newest first, read by pages. */
export async function* listAccounts(operating: AccountDeps, q?: string): AsyncGenerator<ListedAccount> {
  let before: string | undefined;
  for (;;) {
    const { accounts, next } = await pageOfAccounts(operating, { q, before });
    yield* accounts;
    if (next === null) return;
    before = next;
  }
}

/** One account with its counts. Throws notFound. */
export async function showAccount({ db, clock }: AccountDeps, email: string): Promise<AccountSummary> {
  const { id } = await accountOf(db, email);
  return existing(await selectAccountSummary.first(db, { userId: id, now: clock.nowIso() }), named(email));
}

/**
 * Restricts an account: its sessions and keys get 403 until the restriction is lifted. Throws notFound, and as
 * `withoutLockingOut`.
 */
export async function restrictAccount(
  operating: AccountDeps,
  email: string,
  reason: string | undefined,
  actor?: Actor,
): Promise<{ email: string; restrictedAt: string | null; reason: string | null }> {
  const change = { emailKey: emailKeyOf(email), reason: reason || null, now: operating.clock.nowIso() };
  return withoutLockingOut(operating, email, actor, (db) => restrictUser.first(db, change));
}

/** Lifts a restriction; sessions and keys work as before. Throws notFound. */
export async function unrestrictAccount({ db }: AccountDeps, email: string): Promise<{ email: string }> {
  return existing(await unrestrictUser.first(db, { emailKey: emailKeyOf(email) }), named(email));
}

/**
 * Makes an account an operator, or an ordinary one again. Throws notFound, and as `withoutLockingOut`.
 * `addressProven`: false if the account may not belong to the owner of its address.
 */
export async function setOperator(
  operating: AccountDeps,
  email: string,
  operator: boolean,
  actor?: Actor,
): Promise<{ email: string; operator: boolean; addressProven: boolean }> {
  const change = { emailKey: emailKeyOf(email), operator };
  return withoutLockingOut(operating, email, actor, (db) => updateOperator.first(db, change));
}

/** Ends the sessions of an account, except the caller's; returns their number. Throws notFound. */
export async function endSessionsOf(
  operating: AccountDeps,
  email: string,
  askingSessionId = '',
): Promise<{ email: string; ended: number }> {
  const { id: userId, email: address } = await accountOf(operating.db, email);
  const ended = await deleteOtherSessions.count(operating.db, { userId, currentId: askingSessionId });
  await tell(operating, userId);
  return { email: address, ended };
}

/** A reset link for a person whom mail does not reach. Throws notFound. */
export async function makeResetLink(
  { db, clock, settings }: AccountDeps & { readonly settings: Pick<Deps['settings'], 'publicUrl'> },
  email: string,
): Promise<{ email: string; link: string; expiresAt: string }> {
  const { id, email: address } = await accountOf(db, email);
  const expiresAt = new Date(clock.now() + limits.resetTokenMinutes * 60_000).toISOString();
  const token = await createResetToken({ db, clock }, id);
  return { email: address, link: resetLink(settings.publicUrl, token), expiresAt };
}

/**
 * Makes a change that may lock a person out, and tells the account's open web apps. Operators in the browser cannot do it
 * to themselves, and only while they are operators: of two who concurrently lock each other out, one remains. Throws
 * notFound, conflict, restricted.
 */
async function withoutLockingOut<Changed extends { readonly id: string }>(
  { db, clock }: AccountDeps,
  email: string,
  actor: Actor,
  change: (db: Queries) => Promise<Changed | undefined>,
): Promise<Omit<Changed, 'id'>> {
  const emailKey = emailKeyOf(email);
  return db.transaction(async (tx) => {
    if (actor !== undefined) {
      const held = await holdOperatorAndAccount(tx, { userId: actor, emailKey });
      const self = held.find(({ id }) => id === actor);
      if (!self?.operator || self.restrictedAt !== null) throw restricted(refusals.operatorNeeded);
      if (self.emailKey === emailKey)
        throw conflict('This is your own account, which you cannot lock out. Another operator can.');
    }
    const { id, ...changed } = existing(await change(tx), named(email));
    await tell({ db: tx, clock }, id);
    return changed;
  });
}

/** Notifies the account's open web apps. */
async function tell({ db, clock }: { db: Queries; clock: Deps['clock'] }, userId: string): Promise<void> {
  await stampChanges(db, { userIds: [userId], topics: ['account'], now: clock.nowIso() });
}

/** Throws notFound. */
const accountOf = async (db: Queries, email: string) =>
  existing(await selectByEmailKey.first(db, { emailKey: emailKeyOf(email) }), named(email));

const named = (email: string) => `Account ${email}`;
