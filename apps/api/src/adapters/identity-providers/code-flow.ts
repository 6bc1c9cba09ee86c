import {
  type FlowSecrets,
  type IdentityProvider,
  IdentityProviderFailed,
  type ProvidedIdentity,
} from '@jarvis/core';
import { CodeChallengeMethod, OAuth2Client, OAuth2Tokens } from 'arctic';
import { fetchObject } from './provider-fetch.ts';

/** An identity provider without its own deadline: both methods end with `signal`. */
export interface Provider extends Pick<IdentityProvider, 'name' | 'issuer'> {
  authorizationUrl(flow: FlowSecrets & { readonly state: string }, signal: AbortSignal): Promise<URL>;
  identify(code: string, flow: FlowSecrets, signal: AbortSignal): Promise<ProvidedIdentity>;
}

/**
 * The authorization code flow with PKCE. Addresses and tokens come from arctic; the exchange does not, because
 * arctic's has no deadline and reads answers of any size.
 */
export class CodeFlowClient {
  readonly clientId: string;
  readonly #clientSecret: string;
  readonly #redirectUri: string;
  readonly #arctic: OAuth2Client;

  constructor(clientId: string, clientSecret: string, redirectUri: string) {
    this.clientId = clientId;
    this.#clientSecret = clientSecret;
    this.#redirectUri = redirectUri;
    this.#arctic = new OAuth2Client(clientId, clientSecret, redirectUri);
  }

  authorizationUrl(endpoint: string, state: string, codeVerifier: string, scopes: string[]): URL {
    return this.#arctic.createAuthorizationURLWithPKCE(
      endpoint,
      state,
      CodeChallengeMethod.S256,
      codeVerifier,
      scopes,
    );
  }

  /** Exchanges the code for tokens; the client secret is in the header or the body. Throws IdentityProviderFailed. */
  async exchange(
    endpoint: string,
    code: string,
    codeVerifier: string,
    secretIn: 'header' | 'body',
    signal: AbortSignal,
  ): Promise<OAuth2Tokens> {
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
    return new OAuth2Tokens(data);
  }
}
