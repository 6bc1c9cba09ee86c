import type { Clock, Deps } from '@jarvis/core';
import type { ProviderOptions } from './identity-providers.ts';

/** The configured identity providers. They, arctic and jose are loaded at the first sign-in through one. */
export function createIdentityProvider(
  options: ProviderOptions,
  publicUrl: string,
  clock: Clock,
): Deps['identityProvider'] {
  const load = async () =>
    (await import('./identity-providers.ts')).createProviders(options, publicUrl, clock);
  let providers: ReturnType<typeof load> | undefined;
  return async (name) => {
    providers ??= load();
    return (await providers)[name];
  };
}
