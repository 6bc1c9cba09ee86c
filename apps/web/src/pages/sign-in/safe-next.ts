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
