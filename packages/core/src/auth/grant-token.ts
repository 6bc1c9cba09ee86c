import { fingerprint, newSecretToken } from './secret-tokens.ts';

const start = 'grant_';
const form = /^grant_[\w-]{43}$/;

/** An access token; its prefix tells it from a key. */
export const newGrantToken = (): string => start + newSecretToken();

/** Whether a credential has the form of a connected program's access token. */
export const isGrantToken = (text: string): boolean => text.startsWith(start);

/** The stored hash of the token, or undefined for a malformed one, which saves a query. */
export const parseGrantToken = (text: string): { readonly hash: string } | undefined =>
  form.test(text) ? { hash: fingerprint(text) } : undefined;
