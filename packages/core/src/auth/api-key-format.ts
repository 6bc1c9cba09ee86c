import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { fingerprint } from './secret-tokens.ts';

const start = 'asst_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is just above 2^256, 62^6 above 2^32. */
const secretChars = 43;
const checksumChars = 6;
const prefixChars = 12;
const whole = `${start}[0-9A-Za-z]{${secretChars + checksumChars}}`;
const form = new RegExp(`^${whole}$`);
const anywhere = new RegExp(whole, 'g');

export interface NewKey {
  /** Shown once, never stored. */
  readonly key: string;
  readonly prefix: string;
  readonly hash: string;
}

/** `asst_`, 256 random bits in base62, and a CRC32 by which a secret scanner tells a key from noise. */
export function makeKey(): NewKey {
  const unchecked = start + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretChars);
  const key = unchecked + checksum(unchecked);
  return { key, prefix: key.slice(0, prefixChars), hash: fingerprint(key) };
}

/** The stored hash of the key, or undefined for a malformed one, which saves a query. */
export function parseKey(text: string): { readonly hash: string } | undefined {
  if (!form.test(text)) return undefined;
  const unchecked = text.slice(0, -checksumChars);
  return checksum(unchecked) === text.slice(-checksumChars) ? { hash: fingerprint(text) } : undefined;
}

/** The text with each key in it cut to its prefix, as the list of keys shows it. */
export function cutKeys(text: string): string {
  // Most texts have none, and a prompt has hundreds of texts.
  if (!text.includes(start)) return text;
  return text.replace(anywhere, (key) => (parseKey(key) ? `${key.slice(0, prefixChars)}…` : key));
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumChars);
}

function base62(value: bigint, chars: number): string {
  let text = '';
  for (let rest = value; text.length < chars; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text;
}
