import type { Deps } from '@jarvis/core';
import type { Request } from 'express';
import { answerHeaders } from '../http/answer/response-headers.ts';

/** The headers of an answer, once its procedure was called. */
export const headersOf = ({ settings }: Deps, req: Request): Record<string, string> => ({
  'Cache-Control': 'no-store',
  ...answerHeaders(req.answer, settings.secure),
});

/** How the request is repeated: by its own key, or by the count of OpenAI's clients and other generated ones. */
export function repetitionOf(req: Request) {
  const count = req.get('x-stainless-retry-count') ?? '';
  return {
    idempotencyKey: req.get('idempotency-key'),
    retryCount: /^\d{1,4}$/.test(count) ? Number(count) : undefined,
  };
}
