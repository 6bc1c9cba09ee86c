/** The codes with which the sign-in at a provider can come back. */
export const providerErrors = ['config', 'state', 'denied', 'provider', 'email', 'server'] as const;

export function isProviderError(code: string): code is (typeof providerErrors)[number] {
  return (providerErrors as readonly string[]).includes(code);
}

/** Where to go after sign-in: only a path of this app, never another site. */
export function safeNext(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in')
    ? next
    : undefined;
}
