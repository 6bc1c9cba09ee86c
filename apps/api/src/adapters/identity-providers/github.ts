import { type IdentityProvider, IdentityProviderFailed } from '@jarvis/core';
import type { CodeFlow } from './code-flow.ts';
import { fetchJson, fetchObject } from './provider-fetch.ts';

const scopes = ['read:user', 'user:email'];

/** GitHub, or a GitHub Enterprise server. Uses the primary address, and only if it is verified. */
export function githubProvider(
  flow: CodeFlow,
  { url, apiUrl }: { readonly url: string; readonly apiUrl: string },
): IdentityProvider {
  return {
    issuer: undefined,
    async authorizationUrl({ state, codeVerifier }) {
      return flow.authorizationUrl(`${url}/login/oauth/authorize`, state, codeVerifier, scopes);
    },
    async identify(code, { codeVerifier }) {
      const signal = flow.deadline();
      const endpoint = `${url}/login/oauth/access_token`;
      const tokens = await flow.exchange(endpoint, code, codeVerifier, 'body', signal);
      const headers = {
        Authorization: `Bearer ${tokens.accessToken()}`,
        Accept: 'application/vnd.github+json',
        'User-Agent': 'jarvis',
        'X-GitHub-Api-Version': '2022-11-28',
      };
      const [person, addresses] = await Promise.all([
        fetchObject(`${apiUrl}/user`, { headers, signal }),
        fetchJson(`${apiUrl}/user/emails`, { headers, signal }),
      ]);
      if (!Number.isSafeInteger(person.id)) throw new IdentityProviderFailed('the person has no id');
      const primary = primaryOf(addresses);
      return {
        provider: 'github',
        // Another server may give the same id to another person.
        subject: url === 'https://github.com' ? String(person.id) : `${url} ${person.id}`,
        email: primary?.email,
        emailVerified: primary?.verified === true,
        displayName: typeof person.name === 'string' ? person.name : undefined,
      };
    },
  };
}

function primaryOf(addresses: unknown): { email: string; verified: boolean } | undefined {
  if (!Array.isArray(addresses)) throw new IdentityProviderFailed('the addresses are not a list');
  return addresses.find((each) => each?.primary === true && typeof each.email === 'string');
}
