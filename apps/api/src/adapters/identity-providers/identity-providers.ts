import type { Clock, IdentityProvider, ProviderName } from '@jarvis/core';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import { codeFlow } from './code-flow.ts';
import { githubProvider } from './github.ts';
import { googleProvider } from './google.ts';

export interface ProviderOptions extends Partial<ProviderSettings> {
  /** Deadline for all calls to a provider within one request; 10 s by default. */
  readonly providerMsMax?: number | undefined;
}

/** The configured providers. */
export function createProviders(
  { google, github, providerMsMax = 10_000 }: ProviderOptions,
  publicUrl: string,
  clock: Clock,
): Readonly<Record<ProviderName, IdentityProvider | undefined>> {
  const flowOf = (name: ProviderName, client: Parameters<typeof codeFlow>[0]) =>
    codeFlow(client, `${publicUrl}/api/auth/oauth/${name}/callback`, providerMsMax);
  return {
    google: google && googleProvider(flowOf('google', google), google, clock),
    github: github && githubProvider(flowOf('github', github), github),
  };
}
