import type { Clock, IdentityProvider, ProviderName } from '@jarvis/core';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import { CodeFlowClient, type Provider } from './code-flow.ts';
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
): ReadonlyMap<string, IdentityProvider> {
  const made: Provider[] = [];
  const client = (
    name: ProviderName,
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
  ) => new CodeFlowClient(clientId, clientSecret, `${publicUrl}/api/auth/oauth/${name}/callback`);
  if (google) made.push(googleProvider(client('google', google), google, clock));
  if (github) made.push(githubProvider(client('github', github), github));
  return new Map(made.map((provider) => [provider.name, bounded(provider, providerMsMax)]));
}

/** Bounds all calls to a provider within one request to `msMax`. */
function bounded({ name, issuer, ...provider }: Provider, msMax: number): IdentityProvider {
  return {
    name,
    issuer,
    authorizationUrl: (flow) => provider.authorizationUrl(flow, AbortSignal.timeout(msMax)),
    identify: (code, flow) => provider.identify(code, flow, AbortSignal.timeout(msMax)),
  };
}
