import { fingerprint, newSecretToken } from './secret-tokens.ts';

const start = 'grant_';
const form = /^grant_[\w-]{43}$/;

/** An access token, told from a key by how it begins. */
export const newGrantToken = (): string => start + newSecretToken();

/** Whether a credential is meant as an access token of a connected program. */
export const isGrantToken = (text: string): boolean => text.startsWith(start);

/** The hash by which it is stored, or undefined when it cannot be one; that costs no query. */
export const parseGrantToken = (text: string): { readonly hash: string } | undefined =>
  form.test(text) ? { hash: fingerprint(text) } : undefined;
