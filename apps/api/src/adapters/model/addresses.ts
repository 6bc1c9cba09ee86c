import { modelProviders } from '@jarvis/contract';
import type { ModelServer } from '@jarvis/core';

/** The address of the API, `/v1` included. People paste local addresses without it, so it is added. */
export function addressOf({ provider, baseUrl }: Pick<ModelServer, 'provider' | 'baseUrl'>): string {
  const { address: usual = '', isLocal } = modelProviders[provider];
  const address = baseUrl ?? usual;
  return isLocal && !address.endsWith('/v1') ? `${address}/v1` : address;
}
