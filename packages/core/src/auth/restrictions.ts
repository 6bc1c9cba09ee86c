import { domainToASCII } from 'node:url';
import type { Queries } from '@jarvis/database';
import { normalized } from '../text/fold.ts';
import { selectRestriction } from './queries.ts';

/**
 * The form in which addresses of accounts and restrictions are compared: lower case, the domain in its DNS form
 * (IDNA), so that two spellings of an international domain are neither two accounts nor a way around a restriction.
 * Also for `@` and a domain.
 */
export function emailKeyOf(addressOrDomain: string): string {
  const text = normalized(addressOrDomain.trim()).toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return `${text.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}

/** Whether the operator excludes this address, or its whole domain, from registering. */
export async function isRestrictedAddress(db: Queries, email: string): Promise<boolean> {
  const address = emailKeyOf(email);
  const domain = address.slice(address.lastIndexOf('@'));
  return (await selectRestriction(db, { address, domain })).length > 0;
}
