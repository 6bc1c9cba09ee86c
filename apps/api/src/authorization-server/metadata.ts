import { type Scope, scopes, scopesAmong, usualScopes } from '@jarvis/contract';

/** The protected resource: the address that a person enters, and that clients compare byte for byte. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/mcp`;

const resourceMetadataOf = (publicUrl: string): string =>
  `${publicUrl}/.well-known/oauth-protected-resource/mcp`;

/** RFC 9728. Programs ask for few scopes at first; a person allows more when a program names them. */
export const protectedResource = (publicUrl: string) => ({
  resource: resourceOf(publicUrl),
  authorization_servers: [publicUrl],
  scopes_supported: usualScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Jarvis',
});

/** RFC 8414. Every address begins with PUBLIC_URL, never with the Host header. */
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

/** `WWW-Authenticate` for a missing credential, or for an invalid access token. */
export const challenge = (publicUrl: string, error?: 'invalid_token'): string =>
  error === undefined
    ? `Bearer resource_metadata="${resourceMetadataOf(publicUrl)}", scope="${usualScopes.join(' ')}"`
    : `Bearer error="${error}", resource_metadata="${resourceMetadataOf(publicUrl)}"`;

/** The same for a missing scope: includes the granted ones, for programs that ask only for the named scopes. */
export const missingScope = (publicUrl: string, wanted: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", scope="${scopesAmong(wanted).join(' ')}", resource_metadata="${resourceMetadataOf(publicUrl)}"`;
