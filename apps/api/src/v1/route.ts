import type { Request } from 'express';

/** How the request is repeated: by its own key, or by the count of OpenAI's clients and other generated ones. */
export function repetitionOf(req: Request) {
  const count = req.get('x-stainless-retry-count') ?? '';
  return {
    idempotencyKey: req.get('idempotency-key'),
    retryCount: /^\d{1,4}$/.test(count) ? Number(count) : undefined,
  };
}
