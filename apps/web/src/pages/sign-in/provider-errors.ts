/** The error codes of a sign-in through a provider. */
const providerErrors = ['config', 'state', 'denied', 'provider', 'email', 'server'] as const;

export function isProviderError(code: string): code is (typeof providerErrors)[number] {
  return (providerErrors as readonly string[]).includes(code);
}
