import type { Clock, Deps } from '@jarvis/core';
import type { ProviderOptions } from './identity-providers.ts';

/** The identity providers that are configured. With arctic and jose, they are loaded when somebody signs in so. */
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
