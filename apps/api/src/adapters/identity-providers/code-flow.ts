import { createHash } from 'node:crypto';
import { IdentityProviderFailed } from '@jarvis/core';
import { fetchObject } from './provider-fetch.ts';

/** Our registration at a provider. */
export interface OwnClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** For all calls to the provider within one request. */
  readonly deadline: () => AbortSignal;
}

/** The request of the authorization code flow with PKCE. */
export function authorizationUrl(
  { clientId, redirectUri }: OwnClient,
  endpoint: string,
  { state, codeVerifier }: { readonly state: string; readonly codeVerifier: string },
  more: { readonly scope: string; readonly nonce?: string },
): URL {
  const url = new URL(endpoint);
  const fields = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url;
}

/**
 * Exchanges the code for tokens; the client secret is in the header or the body. `idToken` is unchecked. Throws
 * IdentityProviderFailed.
 */
export async function exchange(
  { clientId, clientSecret, redirectUri }: OwnClient,
  { endpoint, secretInHeader }: { readonly endpoint: string; readonly secretInHeader: boolean },
  code: string,
  codeVerifier: string,
  signal: AbortSignal,
): Promise<{ readonly accessToken: string; readonly idToken: unknown }> {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    ...(!secretInHeader && { client_id: clientId, client_secret: clientSecret }),
  });
  const headers = {
    Accept: 'application/json',
    'User-Agent': 'jarvis',
    ...(secretInHeader && { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
  };
  const data = await fetchObject(endpoint, { method: 'POST', body, headers, signal });
  // GitHub reports a refusal with status 200.
  if ('error' in data) throw new IdentityProviderFailed('the provider refused the code');
  if (typeof data.access_token !== 'string')
    throw new IdentityProviderFailed('the answer has no access token');
  return { accessToken: data.access_token, idToken: data.id_token };
}
