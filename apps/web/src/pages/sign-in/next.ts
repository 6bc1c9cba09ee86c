import { keep, kept } from '../../data/browser/kept.ts';

/**
 * The destination after sign-in: only a path of this app, never another site. Parses the path like a browser, which
 * drops tabs, reads `\\` as `/`, and finds `//evil.example` in `/.//evil.example`.
 */
export function safeNext(next: unknown): string | undefined {
  const here = 'http://here.invalid';
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, here);
  if (origin !== here || pathname.startsWith('//') || pathname.startsWith('/sign-in')) return undefined;
  return pathname + search + hash;
}

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
