import { safeNext } from './provider-errors.ts';

export const nextName = 'jarvis:next';

/**
 * The destination that was kept before the redirect to a provider, once: the provider returns the person to the start
 * page.
 */
export function takeNext(): string | undefined {
  try {
    const next = safeNext(sessionStorage[nextName]);
    delete sessionStorage[nextName];
    return next;
  } catch {}
}
