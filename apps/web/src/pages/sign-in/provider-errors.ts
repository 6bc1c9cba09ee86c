/** The codes with which the sign-in at a provider can come back. */
export const providerErrors = ['config', 'state', 'denied', 'provider', 'email', 'server'] as const;

export function isProviderError(code: string): code is (typeof providerErrors)[number] {
  return (providerErrors as readonly string[]).includes(code);
}

/**
 * Where to go after sign-in: only a path of this app, never another site. The path is as a browser reads it, which
 * leaves tabs out, takes `\\` for `/`, and finds `//evil.example` in `/.//evil.example`.
 */
export function safeNext(next: unknown): string | undefined {
  const here = 'http://here.invalid';
  if (typeof next !== 'string' || !next.startsWith('/') || !URL.canParse(next, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, here);
  if (origin !== here || pathname.startsWith('//') || pathname.startsWith('/sign-in')) return undefined;
  return pathname + search + hash;
}
