import { IdentityProviderFailed } from '@jarvis/core';
import { boundedFetch } from '../bounded-fetch.ts';

const smallFetch = boundedFetch(512 * 1024);

type Init = RequestInit & { readonly signal: AbortSignal };

/** Calls a provider, reads its whole answer, at most 512 KiB, and ends with `signal`. Throws IdentityProviderFailed. */
export async function providerFetch(url: string | URL, init: Init): Promise<Response> {
  try {
    const answer = await smallFetch(url, init);
    return new Response(await answer.arrayBuffer(), answer);
  } catch (error) {
    throw new IdentityProviderFailed(`${new URL(url).host} cannot be asked`, error);
  }
}

/** The JSON object in a provider's answer. Throws IdentityProviderFailed for any other answer or status. */
export async function fetchObject(url: string | URL, init: Init): Promise<Record<string, unknown>> {
  const value = await fetchJson(url, init);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new IdentityProviderFailed(`${new URL(url).host} did not answer with an object`);
  }
  return value as Record<string, unknown>;
}

/** The same for any JSON. */
export async function fetchJson(url: string | URL, init: Init): Promise<unknown> {
  const answer = await providerFetch(url, init);
  if (answer.status !== 200)
    throw new IdentityProviderFailed(`${new URL(url).host} answered with ${answer.status}`);
  try {
    return await answer.json();
  } catch (error) {
    throw new IdentityProviderFailed(`${new URL(url).host} did not answer with JSON`, error);
  }
}
