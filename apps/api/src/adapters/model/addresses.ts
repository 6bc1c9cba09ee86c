import { modelProviders } from '@jarvis/contract';
import type { ModelServer } from '@jarvis/core';

/** The address of the server's interface, `/v1` included. That of a local server is completed, as people paste it. */
export function addressOf({ provider, baseUrl }: Pick<ModelServer, 'provider' | 'baseUrl'>): string {
  const { address: usual = '', isLocal } = modelProviders[provider];
  const address = baseUrl ?? usual;
  return isLocal && !address.endsWith('/v1') ? `${address}/v1` : address;
}
