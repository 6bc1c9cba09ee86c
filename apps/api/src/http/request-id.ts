import { randomUUID } from 'node:crypto';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` when it is fit for a log, otherwise a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}
