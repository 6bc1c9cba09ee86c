import { once } from 'node:events';
import {
  type Clock,
  type FlowSecrets,
  type IdentityProvider,
  IdentityProviderFailed,
  type ProvidedIdentity,
} from '@jarvis/core';
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import type { CodeFlow } from './code-flow.ts';
import { fetchObject, providerFetch } from './provider-fetch.ts';

const googleIssuer = 'https://accounts.google.com';
const scopes = ['openid', 'email', 'profile'];
const discoveryMsMax = 60 * 60_000;
/** Public-key algorithms only: with a shared secret, or none, anybody with the client's data could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

type Discovered = Awaited<ReturnType<typeof discover>>;

/** Google, or another OpenID Connect issuer in its place; found by discovery. */
export function googleProvider(
  codeFlow: CodeFlow,
  { issuer }: { readonly issuer: string },
  clock: Clock,
): IdentityProvider {
  let discovered: { readonly at: number; readonly value: Discovered } | undefined;
  const discovery = async (signal: AbortSignal) => {
    if (!discovered || clock.now() - discovered.at > discoveryMsMax) {
      discovered = { at: clock.now(), value: await discover(issuer, signal) };
    }
    return discovered.value;
  };

  return {
    issuer,
    async authorizationUrl({ state, codeVerifier, nonce }) {
      const { authorizationEndpoint } = await discovery(codeFlow.deadline());
      const url = codeFlow.authorizationUrl(authorizationEndpoint, state, codeVerifier, scopes);
      url.searchParams.set('nonce', nonce);
      return url;
    },
    async identify(code, flow) {
      const signal = codeFlow.deadline();
      const found = await discovery(signal);
      const { tokenEndpoint, secretIn } = found;
      const tokens = await codeFlow.exchange(tokenEndpoint, code, flow.codeVerifier, secretIn, signal);
      try {
        const verifying = verify(tokens.idToken(), found, codeFlow.clientId, flow, clock.now());
        // jose fetches keys with its own deadline, which may be later than ours.
        const late = once(signal, 'abort').then(() => Promise.reject(signal.reason));
        const claims = await Promise.race([verifying, late]);
        const more = await missingClaims(claims, found, tokens.accessToken(), signal);
        return identityOf(issuer, claims, more);
      } catch (error) {
        throw error instanceof IdentityProviderFailed
          ? error
          : new IdentityProviderFailed('the ID token is not good', error);
      }
    },
  };
}

async function discover(issuer: string, signal: AbortSignal) {
  const found = await fetchObject(`${issuer}/.well-known/openid-configuration`, { signal });
  if (typeof found.issuer !== 'string' || found.issuer.replace(/\/$/, '') !== issuer) {
    throw new IdentityProviderFailed('the discovery document is of another issuer');
  }
  const endpoint = (name: string) => {
    const url = found[name];
    // Plain http only if the issuer itself uses it: a stand-in on loopback.
    const good =
      typeof url === 'string' &&
      URL.canParse(url) &&
      (url.startsWith('https:') || (url.startsWith('http:') && issuer.startsWith('http:')));
    if (!good) throw new IdentityProviderFailed(`the discovery document has no good ${name}`);
    return url;
  };
  const methods = found.token_endpoint_auth_methods_supported;
  const takesNoHeader = Array.isArray(methods) && !methods.includes('client_secret_basic');
  const secretIn: 'body' | 'header' = takesNoHeader ? 'body' : 'header';
  return {
    issuer: found.issuer,
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint: endpoint('token_endpoint'),
    userinfoEndpoint: found.userinfo_endpoint === undefined ? undefined : endpoint('userinfo_endpoint'),
    secretIn,
    keys: createRemoteJWKSet(new URL(endpoint('jwks_uri')), {
      timeoutDuration: 5_000,
      [customFetch]: (url, options) => providerFetch(url, options),
    }),
  };
}

/** Verifies signature, issuer, audience, expiry and nonce; OpenID Connect Core 3.1.3.7. */
async function verify(
  idToken: string,
  { issuer, keys }: Discovered,
  clientId: string,
  { nonce }: FlowSecrets,
  nowMs: number,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(idToken, keys, {
    issuer: issuer === googleIssuer ? [issuer, 'accounts.google.com'] : issuer,
    audience: clientId,
    algorithms,
    requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    clockTolerance: 30,
    currentDate: new Date(nowMs),
  });
  const { sub } = payload;
  // Other subjects could be shared, and so would the account: a larger number loses its last digits when it is read, and
  // the database stores any half of a surrogate pair as U+FFFD.
  if (!(typeof sub === 'string' ? isSubject.test(sub) : Number.isSafeInteger(sub)))
    throw new IdentityProviderFailed('the person has no good id');
  if (payload.nonce !== nonce) throw new IdentityProviderFailed('the ID token was made for another sign-in');
  const forAnother =
    payload.azp === undefined
      ? Array.isArray(payload.aud) && payload.aud.length > 1
      : payload.azp !== clientId;
  if (forAnother) throw new IdentityProviderFailed('the ID token was made for another client');
  return payload;
}

/** OpenID Connect Core 2 allows 255 characters. Postgres cannot store U+0000. */
const isSubject = /^[^\0\p{Cs}]{1,255}$/u;

/** Some issuers give the address only at the userinfo endpoint; its answer counts only for the same subject. */
async function missingClaims(
  claims: JWTPayload,
  { userinfoEndpoint }: Discovered,
  accessToken: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  if (claims.email !== undefined || userinfoEndpoint === undefined) return {};
  const headers = { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' };
  const info = await fetchObject(userinfoEndpoint, { headers, signal });
  if (info.sub !== claims.sub) throw new IdentityProviderFailed('the userinfo is of another person');
  return info;
}

function identityOf(issuer: string, claims: JWTPayload, more: Record<string, unknown>): ProvidedIdentity {
  const { sub, email, email_verified: verified, name } = { ...more, ...claims } as Record<string, unknown>;
  return {
    provider: 'google',
    // Another issuer may give the same subject to another person.
    subject: issuer === googleIssuer ? String(sub) : `${issuer} ${sub}`,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: verified === true,
    displayName: typeof name === 'string' ? name : undefined,
  };
}
