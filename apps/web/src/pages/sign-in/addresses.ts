import { keep, kept } from '../../data/browser/kept.ts';
import { valueIn } from '../../routing/value-in.ts';

const paths = ['/sign-in', '/register', '/forgot', '/reset'] as const;

/** The address of a page for signed-out people. */
export type SignedOutPath = (typeof paths)[number];

/** Such a page's path; undefined for a page of the app. */
export const signedOutPath = (pathname: string): SignedOutPath | undefined =>
  paths.find((path) => path === pathname || `${path}/` === pathname);

/** With the person's destination after the sign-in. */
export const signedOutAddress = (path: SignedOutPath, next: string | undefined): string =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;

/** A value in the page's address. */
export const valueInAddress = (name: string): string | undefined => valueIn(location.search, name);

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
