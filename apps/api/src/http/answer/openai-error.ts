import type { IncomingMessage } from 'node:http';
import type { ErrorBody } from '@jarvis/contract';

/** The error body under `/v1`: clients of OpenAI's API read all four fields. */
export interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
}

export const isForV1 = (req: IncomingMessage & { readonly originalUrl?: string }): boolean =>
  /^\/+v1(?:[/?]|$)/i.test(req.originalUrl ?? req.url ?? '');

export function openAiError(status: number, { error, issues }: ErrorBody): OpenAiError {
  const param = issues?.[0]?.path || null;
  const [type, code] = kinds[status] ?? [status < 500 ? 'invalid_request_error' : 'server_error'];
  const told = status === 404 ? missing[param ?? ''] : code;
  return { error: { message: error, type, param, code: told ?? null } };
}

const kinds: Readonly<Record<number, readonly [type: string, code?: string]>> = {
  401: ['authentication_error', 'invalid_api_key'],
  403: ['permission_error'],
  413: ['invalid_request_error', 'request_too_large'],
  429: ['rate_limit_error', 'rate_limit_exceeded'],
};

/** What the last part of a path refers to, for a `404`. */
const missing: Readonly<Record<string, string>> = {
  model: 'model_not_found',
  previous_response_id: 'previous_response_not_found',
};
