import { createHash } from 'node:crypto';
import {
  type FlowSecrets,
  type IdentityProvider,
  IdentityProviderFailed,
  type ProvidedIdentity,
} from '@jarvis/core';
import { fetchObject } from './provider-fetch.ts';

/** An identity provider without its own deadline: both methods end with `signal`. */
export interface Provider extends Pick<IdentityProvider, 'name' | 'issuer'> {
  authorizationUrl(flow: FlowSecrets & { readonly state: string }, signal: AbortSignal): Promise<URL>;
  identify(code: string, flow: FlowSecrets, signal: AbortSignal): Promise<ProvidedIdentity>;
}

/** The authorization code flow with PKCE. */
export class CodeFlowClient {
  readonly clientId: string;
  readonly #clientSecret: string;
  readonly #redirectUri: string;

  constructor(clientId: string, clientSecret: string, redirectUri: string) {
    this.clientId = clientId;
    this.#clientSecret = clientSecret;
    this.#redirectUri = redirectUri;
  }

  authorizationUrl(endpoint: string, state: string, codeVerifier: string, scopes: string[]): URL {
    const url = new URL(endpoint);
    const asked = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.#redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return url;
  }

  /** Exchanges the code for tokens; the client secret is in the header or the body. Throws IdentityProviderFailed. */
  async exchange(
    endpoint: string,
    code: string,
    codeVerifier: string,
    secretIn: 'header' | 'body',
    signal: AbortSignal,
  ): Promise<Tokens> {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.#redirectUri,
      code_verifier: codeVerifier,
    });
    const headers: Record<string, string> = { Accept: 'application/json', 'User-Agent': 'jarvis' };
    if (secretIn === 'header') {
      const pair = `${encodeURIComponent(this.clientId)}:${encodeURIComponent(this.#clientSecret)}`;
      headers.Authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    } else {
      body.set('client_id', this.clientId);
      body.set('client_secret', this.#clientSecret);
    }
    const data = await fetchObject(endpoint, { method: 'POST', body, headers, signal });
    // GitHub reports a refusal with status 200.
    if ('error' in data) throw new IdentityProviderFailed('the provider refused the code');
    return data;
  }
}

/** A provider's unchecked answer. */
type Tokens = Readonly<Record<string, unknown>>;

/** Throws IdentityProviderFailed if it is missing. */
export function tokenIn(tokens: Tokens, name: 'access_token' | 'id_token'): string {
  const token = tokens[name];
  if (typeof token !== 'string') throw new IdentityProviderFailed(`the answer has no ${name}`);
  return token;
}
