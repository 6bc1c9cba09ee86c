import { IdentityProviderFailed } from '@jarvis/core';
import { CodeChallengeMethod, OAuth2Client, OAuth2Tokens } from 'arctic';
import { fetchObject } from './provider-fetch.ts';

export type CodeFlow = ReturnType<typeof codeFlow>;

/**
 * The authorization code flow with PKCE. Addresses and tokens come from arctic; the exchange does not, because
 * arctic's has no deadline and reads answers of any size.
 */
export function codeFlow(
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  redirectUri: string,
  msMax: number,
) {
  const arctic = new OAuth2Client(clientId, clientSecret, redirectUri);
  return {
    clientId,
    /** For all calls to the provider within one request. */
    deadline: () => AbortSignal.timeout(msMax),
    authorizationUrl: (endpoint: string, state: string, codeVerifier: string, scopes: string[]): URL =>
      arctic.createAuthorizationURLWithPKCE(endpoint, state, CodeChallengeMethod.S256, codeVerifier, scopes),
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
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });
      const headers: Record<string, string> = { Accept: 'application/json', 'User-Agent': 'jarvis' };
      if (secretIn === 'header') {
        const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
        headers.Authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      } else {
        body.set('client_id', clientId);
        body.set('client_secret', clientSecret);
      }
      const data = await fetchObject(endpoint, { method: 'POST', body, headers, signal });
      // GitHub reports a refusal with status 200.
      if ('error' in data) throw new IdentityProviderFailed('the provider refused the code');
      if (typeof data.access_token !== 'string')
        throw new IdentityProviderFailed('the answer has no access token');
      return new OAuth2Tokens(data);
    },
  };
}
