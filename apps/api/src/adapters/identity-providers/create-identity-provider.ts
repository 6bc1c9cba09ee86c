import type { Clock, Deps } from '@jarvis/core';
import type { ProviderOptions } from './identity-providers.ts';

/** The configured identity providers. They, arctic and jose are loaded at the first sign-in through one. */
export function createIdentityProvider(
  options: ProviderOptions,
  publicUrl: string,
  clock: Clock,
): Deps['identityProvider'] {
  let loading: Promise<typeof import('./identity-providers.ts')> | undefined;
  let made: ReturnType<typeof import('./identity-providers.ts').createProviders> | undefined;
  return async (name) => {
    loading ??= import('./identity-providers.ts');
    made ??= (await loading).createProviders(options, publicUrl, clock);
    return made.get(name);
  };
}
