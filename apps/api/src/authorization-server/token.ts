import { accessDays, type grantRoutes } from '@jarvis/core';
import { couldBeClient, registeredId, registrationOf } from './clients.ts';
import { clientIdOf, isOurResource, single } from './requests.ts';

/** The answer to a program: a status and a body in OAuth's format. */
export interface ProgramAnswer {
  readonly status: number;
  readonly body: object;
}

export type Calls = ReturnType<typeof grantRoutes.createCaller>;

const refused = (error: string, description: string, status = 400): ProgramAnswer => ({
  status,
  body: { error, error_description: description },
});
const noClient = refused('invalid_client', 'There is no such client.', 401);
const noGrant = refused(
  'invalid_grant',
  'The code or refresh token is unknown, used or expired, or belongs to another client.',
);

export const noForm = refused(
  'invalid_request',
  'Send a form: application/x-www-form-urlencoded, at most 16 KiB.',
);

/** `POST /token`. */
export async function answerToken(
  calls: Calls,
  fields: URLSearchParams,
  authorization: string | undefined,
  publicUrl: string,
): Promise<ProgramAnswer> {
  const clientId = clientIdOf(fields, authorization);
  if (clientId === undefined || !couldBeClient(clientId)) return noClient;
  const given = giveFor(calls, fields, clientId);
  if ('error' in given) return refused(given.error, given.description);
  if (!fields.getAll('resource').every((resource) => isOurResource(resource, publicUrl)))
    return refused('invalid_target', 'resource is not that of this service.');
  const tokens = await given.tokens();
  if (!tokens) return noGrant;
  const { accessToken, refreshToken, scopes } = tokens;
  const isKey = refreshToken === undefined;
  return {
    status: 200,
    body: {
      access_token: accessToken,
      token_type: 'Bearer',
      ...(isKey
        ? {}
        : { expires_in: accessDays * 86_400, refresh_token: refreshToken, scope: scopes.join(' ') }),
    },
  };
}

function giveFor(calls: Calls, fields: URLSearchParams, clientId: string) {
  const invalid = (description: string) => ({ error: 'invalid_request', description });
  switch (fields.get('grant_type')) {
    case 'authorization_code': {
      const code = single(fields, 'code');
      const verifier = single(fields, 'code_verifier');
      const redirectUri = single(fields, 'redirect_uri');
      if (code === undefined || verifier === undefined || redirectUri === undefined)
        return invalid('code, code_verifier and redirect_uri must be sent, once each.');
      return { tokens: () => calls.exchange({ clientId, code, verifier, redirectUri }) };
    }
    case 'refresh_token': {
      const refreshToken = single(fields, 'refresh_token');
      if (refreshToken === undefined) return invalid('refresh_token must be sent, once.');
      return { tokens: () => calls.refresh({ clientId, refreshToken }) };
    }
    case null:
      return invalid('grant_type is missing.');
    default:
      return { error: 'unsupported_grant_type', description: 'Codes and refresh tokens are taken.' };
  }
}

/**
 * `POST /revoke`: an unknown token, or another client's, is not an error (RFC 7009). The empty object is for clients
 * that parse every answer as JSON, such as simple-oauth2.
 */
export async function answerRevoke(
  calls: Calls,
  fields: URLSearchParams,
  authorization: string | undefined,
): Promise<ProgramAnswer> {
  const clientId = clientIdOf(fields, authorization);
  const token = single(fields, 'token');
  if (clientId === undefined || !couldBeClient(clientId)) return noClient;
  if (token === undefined) return refused('invalid_request', 'token must be sent, once.');
  await calls.revoke({ clientId, token });
  return { status: 200, body: {} };
}

/** `POST /register`. Uses a program's name and addresses; all other fields get fixed values. */
export function answerRegister(
  fields: Readonly<Record<string, unknown>> | undefined,
  nowMs: number,
): ProgramAnswer {
  if (!fields) return refused('invalid_client_metadata', 'Send a JSON object.');
  const client = registrationOf(fields);
  const id = client && registeredId(client);
  if (id === undefined)
    return refused(
      'invalid_redirect_uri',
      'redirect_uris must be a list of addresses with https, http on loopback, or the scheme of an app, such as com.example.app.',
    );
  return {
    status: 201,
    body: {
      client_id: id,
      client_id_issued_at: Math.floor(nowMs / 1_000),
      client_name: client?.name,
      redirect_uris: client?.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  };
}
