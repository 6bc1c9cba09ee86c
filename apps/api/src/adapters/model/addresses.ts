import { modelProviders } from '@jarvis/contract';
import type { ModelServer } from '@jarvis/core';
import { boundedFetch } from '../bounded-fetch.ts';

/**
 * Some servers keep the connection of a complete stream, which ends with `data: [DONE]`. JSON has no bare line break, so
 * no text of a reply reads like it.
 */
function endsWithDone(): (piece: Uint8Array) => boolean {
  let last = '';
  return (piece) => {
    const read = last + Buffer.from(piece).toString('latin1');
    last = read.slice(-20);
    return /[\r\n]data: ?\[DONE\][\r\n]/.test(read);
  };
}

/** For any request to a model's server: no reply with all its events has more than 16 MiB. */
export const modelFetch = boundedFetch(16 * 1024 * 1024, endsWithDone);

/** The address of the API, `/v1` included. People paste local addresses without it, so it is added. */
export function addressOf({ provider, baseUrl }: Pick<ModelServer, 'provider' | 'baseUrl'>): string {
  const { address: usual = '', isLocal } = modelProviders[provider];
  const address = baseUrl ?? usual;
  return isLocal && !address.endsWith('/v1') ? `${address}/v1` : address;
}
