import { email as emailForm, limits } from '@jarvis/contract';
import { createResetToken } from '../auth/reset-tokens.ts';
import { emailKeyOf } from '../auth/restrictions.ts';
import { stampChanges } from '../change-feed/queries.ts';
import { badRequest, notFound } from '../errors.ts';
import type { Deps } from '../ports.ts';
import {
  type AccountSummary,
  deleteRestriction,
  insertRestriction,
  pageOfAccounts,
  restrictUser,
  selectAccountSummary,
  selectRestrictions,
  unrestrictUser,
  updateOperator,
} from './operator-queries.ts';
import { selectByEmailKey } from './queries.ts';
import { resetLink } from './reset-mail.ts';

/** What an operator may do, by whatever tool. All of it is in force on the next request. */
type Operating = Pick<Deps, 'db' | 'clock'>;

export interface ListedAccount {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
  readonly restrictedAt: string | null;
  readonly restrictedReason: string | null;
  readonly operator: boolean;
}

const pageRows = 500;

/** Every account, oldest first, read by pages. */
export async function* listAccounts({ db }: Operating): AsyncGenerator<ListedAccount> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await pageOfAccounts(db, { after, limit: pageRows });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = last.id;
  }
}

/** One account with what it has. Throws notFound. */
export async function showAccount({ db, clock }: Operating, email: string): Promise<AccountSummary> {
  const now = clock.nowIso();
  const found = await selectAccountSummary.first(db, { emailKey: emailKeyOf(email), now });
  if (!found) throw noAccount(email);
  return found;
}

export interface RestrictedAccount {
  readonly email: string;
  readonly restrictedAt: string | null;
  readonly reason: string | null;
}

/** Keeps an account out: its sessions and keys get 403 until it is let in again. Throws notFound. */
export async function restrictAccount(
  { db, clock }: Operating,
  email: string,
  reason: string | undefined,
): Promise<RestrictedAccount> {
  const now = clock.nowIso();
  const done = await restrictUser.first(db, { emailKey: emailKeyOf(email), reason: reason ?? null, now });
  if (!done) throw noAccount(email);
  const { id, ...restrictedAccount } = done;
  // The operator's tool is a process of its own: its change feed is this one statement.
  await stampChanges(db, { userIds: [id], topics: ['account'], now: clock.nowIso() });
  return restrictedAccount;
}

/** Lets an account in again; its sessions and keys work as before. Throws notFound. */
export async function unrestrictAccount({ db }: Operating, email: string): Promise<{ email: string }> {
  const done = await unrestrictUser.first(db, { emailKey: emailKeyOf(email) });
  if (!done) throw noAccount(email);
  return done;
}

/** Makes an account an operator of the installation, or an ordinary one again. Throws notFound. */
export async function setOperator(
  { db, clock }: Operating,
  email: string,
  operator: boolean,
): Promise<{ email: string; operator: boolean }> {
  const done = await updateOperator.first(db, { emailKey: emailKeyOf(email), operator });
  if (!done) throw noAccount(email);
  const { id, ...account } = done;
  await stampChanges(db, { userIds: [id], topics: ['account'], now: clock.nowIso() });
  return account;
}

/** A reset link for somebody whom mail does not reach. Throws notFound. */
export async function makeResetLink(
  { db, clock, settings }: Operating & { readonly settings: { readonly publicUrl: string } },
  email: string,
): Promise<{ email: string; link: string; expiresAt: string }> {
  const account = await selectByEmailKey.first(db, { emailKey: emailKeyOf(email) });
  if (!account) throw noAccount(email);
  const expiresAt = new Date(clock.now() + limits.resetTokenMinutes * 60_000).toISOString();
  const token = await createResetToken({ db, clock }, account.id);
  return { email: account.email, link: resetLink(settings.publicUrl, token), expiresAt };
}

export interface RestrictedAddress {
  readonly address: string;
  readonly reason: string | null;
  readonly createdAt: string;
}

/** Keeps an address, or with `@` in front a whole domain, from registering. Throws badRequest. */
export async function restrictAddress(
  { db, clock }: Operating,
  address: string,
  reason: string | undefined,
): Promise<RestrictedAddress> {
  const key = emailKeyOf(address);
  const sample = key.startsWith('@') ? `somebody${key}` : key;
  if (!emailForm.safeParse(sample).success) {
    throw badRequest(`${address} is neither an e-mail address nor a domain such as @example.org.`);
  }
  const now = clock.nowIso();
  const done = await insertRestriction.first(db, { address: key, reason: reason ?? null, now });
  if (!done) throw new Error('the restriction was not stored');
  return done;
}

/** Throws notFound when the address is not restricted. */
export async function unrestrictAddress({ db }: Operating, address: string): Promise<{ address: string }> {
  const done = await deleteRestriction.first(db, { address: emailKeyOf(address) });
  if (!done) throw notFound(`Restricted address ${address}`);
  return done;
}

export function listRestrictedAddresses({ db }: Operating): Promise<RestrictedAddress[]> {
  return selectRestrictions(db, {});
}

const noAccount = (email: string) => notFound(`Account ${email}`);
