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
  const code = (status === 404 ? missing[param ?? ''] : codes[status]) ?? null;
  return { error: { message: error, type: typeOf(status), param, code } };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

/** What the last part of a path refers to, for a `404`. */
const missing: Readonly<Record<string, string>> = {
  model: 'model_not_found',
  previous_response_id: 'previous_response_not_found',
};

const codes: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  413: 'request_too_large',
  429: 'rate_limit_exceeded',
};
