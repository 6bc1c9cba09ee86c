import { email as emailForm } from '@jarvis/contract';
import { emailKeyOf } from '../auth/restrictions.ts';
import { badRequest, existing, inserted } from '../errors.ts';
import type { AccountDeps } from './accounts.ts';
import { deleteRestriction, insertRestriction, selectRestrictions } from './queries.ts';

type RestrictedAddress = Awaited<ReturnType<typeof selectRestrictions>>[number];

/** Excludes an address, or with a leading `@` a whole domain, from registering. Throws badRequest. */
export async function restrictAddress(
  { db, clock }: AccountDeps,
  address: string,
  reason: string | undefined,
): Promise<RestrictedAddress> {
  const key = emailKeyOf(address);
  const sample = key.startsWith('@') ? `somebody${key}` : key;
  if (!emailForm.safeParse(sample).success) {
    throw badRequest(`${address} is neither an e-mail address nor a domain such as @example.org.`);
  }
  const now = clock.nowIso();
  return inserted(await insertRestriction.first(db, { address: key, reason: reason ?? null, now }));
}

/** Throws notFound when the address is not restricted. */
export async function unrestrictAddress({ db }: AccountDeps, address: string): Promise<{ address: string }> {
  const done = await deleteRestriction.first(db, { address: emailKeyOf(address) });
  return existing(done, `Restricted address ${address}`);
}

/** All of them, in alphabetical order. */
export function listRestrictedAddresses({ db }: AccountDeps): Promise<RestrictedAddress[]> {
  return selectRestrictions(db, {});
}
