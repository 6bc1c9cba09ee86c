import type { Clock, Deps, IdentityProvider, ProviderName } from '@jarvis/core';
import type { Config } from '../../config/config.ts';

export interface ProviderOptions extends Partial<Pick<Config, 'google' | 'github'>> {
  /** Deadline for all calls to a provider within one request; 10 s by default. */
  readonly providerMsMax?: number | undefined;
}

/** The configured identity providers. They, arctic and jose are loaded at the first sign-in through one. */
export function createIdentityProvider(
  { google, github, providerMsMax = 10_000 }: ProviderOptions,
  publicUrl: string,
  clock: Clock,
): Deps['identityProvider'] {
  const flowOf = async (name: ProviderName, client: { clientId: string; clientSecret: string }) =>
    (await import('./code-flow.ts')).codeFlow(
      client,
      `${publicUrl}/api/auth/oauth/${name}/callback`,
      providerMsMax,
    );
  const load: Record<ProviderName, () => Promise<IdentityProvider | undefined>> = {
    google: async () =>
      google && (await import('./google.ts')).googleProvider(await flowOf('google', google), google, clock),
    github: async () =>
      github && (await import('./github.ts')).githubProvider(await flowOf('github', github), github),
  };
  const loaded: Partial<Record<ProviderName, ReturnType<typeof load.google>>> = {};
  return (name) => {
    loaded[name] ??= load[name]();
    return loaded[name];
  };
}
