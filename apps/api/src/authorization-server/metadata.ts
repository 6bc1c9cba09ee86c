import { type Scope, scopes, scopesAmong, usualScopes } from '@jarvis/contract';

/** What is protected: what a person types, and what clients compare byte for byte. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

/** Where a program reads who lets it in, for challenges. */
export const resourceMetadataOf = (publicUrl: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource/mcp`;

/** RFC 9728. Little is asked for at first; a person lets a program do more when it says what for. */
export const protectedResource = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: usualScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Jarvis',
});

/** RFC 8414. Every address is made of PUBLIC_URL, never of a Host header. */
export const authorizationServer = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/authorize`,
  token_endpoint: `${publicUrl}/token`,
  registration_endpoint: `${publicUrl}/register`,
  revocation_endpoint: `${publicUrl}/revoke`,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

/** `WWW-Authenticate` of a request that comes without a credential, or with a dead one of a connected program. */
export const challenge = (publicUrl: string, error?: 'invalid_token'): string =>
  error === undefined
    ? `Bearer resource_metadata="${resourceMetadataOf(publicUrl)}", scope="${usualScopes.join(' ')}"`
    : `Bearer error="${error}", resource_metadata="${resourceMetadataOf(publicUrl)}"`;

/** The same of a right that is missing: with those that are there, for programs that ask for no more than is named. */
export const missingScope = (publicUrl: string, wanted: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", scope="${scopesAmong(wanted).join(' ')}", resource_metadata="${resourceMetadataOf(publicUrl)}"`;
