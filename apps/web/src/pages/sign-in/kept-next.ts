import { safeNext } from './provider-errors.ts';

export const nextName = 'jarvis:next';

/** Where the person wanted to go when they left for a provider, once: it redirects to the start page. */
export function takeNext(): string | undefined {
  try {
    const next = safeNext(sessionStorage[nextName]);
    delete sessionStorage[nextName];
    return next;
  } catch {}
}
