import { keep, kept } from '../../data/browser/kept.ts';
import { safeNext } from './safe-next.ts';

const name = 'jarvis:next';

/**
 * Keeps a person's destination during the redirect to a provider, which returns them to the start page. Without
 * storage, the sign-in ends there.
 */
export const keepNext = (next: string | undefined): void => keep(name, next ?? null, 'sessionStorage');

/** The kept destination, once. */
export function takeNext(): string | undefined {
  const next = safeNext(kept(name, 'sessionStorage'));
  keep(name, null, 'sessionStorage');
  return next;
}
