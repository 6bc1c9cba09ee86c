import { domainToASCII } from 'node:url';
import type { Queries } from '@jarvis/database';
import { selectRestriction } from './queries.ts';

/** The form in which addresses are compared: one account for each. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Whether the operator keeps this address, or its whole domain, from registering. */
export async function isRestrictedAddress(db: Queries, email: string): Promise<boolean> {
  const address = restrictionKeyOf(email);
  const domain = address.slice(address.lastIndexOf('@'));
  return (await selectRestriction(db, { address, domain })).length > 0;
}

/**
 * An address, or `@` and a domain, in the form in which restrictions are stored: the domain as DNS knows it,
 * so that neither spelling of an international one gets around.
 */
export function restrictionKeyOf(addressOrDomain: string): string {
  const text = emailKeyOf(addressOrDomain);
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return `${text.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}
