import { type AnswerDetails, DomainError } from '@jarvis/core';
import type { TRPCError } from '@trpc/server';
import { sessionCookie } from '../cookies.ts';

/**
 * The procedure's results beside its output, as headers: the session cookie, and the state of the rate limit
 * (RateLimit and RateLimit-Policy of the IETF's draft-ietf-httpapi-ratelimit-headers). `secure`: PUBLIC_URL is https.
 */
export function answerHeaders(
  answer: AnswerDetails | undefined,
  secure: boolean,
  error?: TRPCError,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (answer?.session !== undefined) headers['Set-Cookie'] = sessionCookie(answer.session, secure);
  if (answer?.rateLimit) {
    const { name, rate, remaining, resetSeconds } = answer.rateLimit;
    headers['RateLimit-Policy'] = `"${name}";q=${rate.limit};w=${rate.windowSeconds}`;
    headers.RateLimit = `"${name}";r=${remaining};t=${resetSeconds}`;
  }
  if (answer?.replayed) headers['Idempotent-Replayed'] = 'true';
  const cause = error?.cause;
  if (cause instanceof DomainError && cause.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(cause.retryAfterSeconds);
  }
  return headers;
}
