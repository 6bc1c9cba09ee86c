import { hash, randomBytes } from 'node:crypto';

/** 256 random bits for a cookie, a link or a flow, in base64url. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret: its SHA-256 in hex, so that a copy of the database gives no access. */
export function fingerprint(secret: string): string {
  return hash('sha256', secret, 'hex');
}
