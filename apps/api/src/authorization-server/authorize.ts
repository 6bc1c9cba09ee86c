import { limits, scopesAmong, usualScopes } from '@jarvis/contract';
import { type AuthorizationRequest, destinationOf, tidyName, withAnswer } from '@jarvis/core';
import type { FetchDocument } from './client-document.ts';
import { type Client, commandLineId, findClient } from './clients.ts';
import { isKnown } from './known-documents.ts';
import { isOurResource, single } from './requests.ts';

export type Authorization =
  /** Shown, never followed: the address is not the program's. */
  | { readonly refused: 'client'; readonly redirectUri: string }
  /** An error for the program; a redirect only to a trusted one (open redirects). */
  | { readonly location: string; readonly clientId: string; readonly isTrusted: boolean }
  | { readonly asked: AuthorizationRequest };

/** Checks a signed-in person's request, its redirect address first, because errors are returned there. */
export async function readAuthorization(
  query: URLSearchParams,
  publicUrl: string,
  fetchDocument: FetchDocument,
): Promise<Authorization> {
  const redirectUri = single(query, 'redirect_uri') ?? '';
  const id = single(query, 'client_id') ?? '';
  const client = await findClient(publicUrl, { id, redirectUri }, fetchDocument);
  if (!client) return { refused: 'client', redirectUri };
  const state = single(query, 'state');
  const error = problemIn(query, publicUrl);
  if (error) {
    const location = withAnswer(redirectUri, { ...error, state, iss: publicUrl });
    const isTrusted = id === commandLineId || isKnown(id) || destinationOf(redirectUri)?.loopback === true;
    return { location, clientId: id, isTrusted };
  }
  return {
    asked: {
      clientId: id,
      clientName: nameOf(client, query),
      clientHost: client.host,
      redirectUri,
      scopes: id === commandLineId ? [] : scopesOf(query),
      codeChallenge: single(query, 'code_challenge') ?? '',
      state,
    },
  };
}

/** The command line's key is named after its machine. */
const nameOf = ({ id, name }: Client, query: URLSearchParams): string =>
  id === commandLineId
    ? [...tidyName(single(query, 'machine'), name)].slice(0, limits.keyNameCharsMax).join('')
    : name;

/** Unknown scopes are ignored: programs also ask for `openid` and `offline_access`. */
function scopesOf(query: URLSearchParams) {
  const scopes = scopesAmong((single(query, 'scope') ?? '').split(' '));
  return scopes.length === 0 ? usualScopes : scopes;
}

function problemIn(
  query: URLSearchParams,
  publicUrl: string,
): { readonly error: string; readonly error_description?: string } | undefined {
  const invalid = (text: string) => ({ error: 'invalid_request', error_description: text });
  const twice = [...new Set(query.keys())].find(
    (name) => name !== 'resource' && query.getAll(name).length > 1,
  );
  if (twice !== undefined) return invalid(`${twice} must be sent once.`.replace(/[^ -~]|["\\]/g, ''));
  if (query.get('state')?.includes('\0')) return invalid('state must have no NUL.');
  if (query.has('request')) return { error: 'request_not_supported' };
  if (query.has('request_uri')) return { error: 'request_uri_not_supported' };
  const responseType = query.get('response_type');
  if (responseType === null) return invalid('response_type is missing.');
  if (responseType !== 'code') return { error: 'unsupported_response_type' };
  if (!['query', null].includes(query.get('response_mode')))
    return invalid('The only response_mode is query.');
  if (query.get('code_challenge_method') !== 'S256') return invalid('code_challenge_method must be S256.');
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
    return invalid('code_challenge must be a SHA-256 in base64url.');
  if (!query.getAll('resource').every((resource) => isOurResource(resource, publicUrl)))
    return { error: 'invalid_target' };
  if (query.get('prompt')?.split(' ').includes('none')) return { error: 'interaction_required' };
  return undefined;
}
