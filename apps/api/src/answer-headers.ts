import { type Context, DomainError } from '@jarvis/core';
import type { TRPCError } from '@trpc/server';
import type { Response } from 'express';
import { writeSessionCookie } from './session-cookie.ts';

/**
 * Writes what a procedure told beside its result: the session cookie, and how the rate limit's window stands
 * (RateLimit and RateLimit-Policy of the IETF's draft-ietf-httpapi-ratelimit-headers).
 */
export function writeAnswerHeaders(
  res: Response,
  { answer, deps }: Context,
  error: TRPCError | undefined,
): void {
  if (answer.session !== undefined) {
    writeSessionCookie(res, answer.session, deps.settings.publicUrl.startsWith('https:'));
  }
  const state = answer.rateLimit;
  if (state) {
    res.setHeader('RateLimit-Policy', `"${state.name}";q=${state.rate.limit};w=${state.rate.windowSeconds}`);
    res.setHeader('RateLimit', `"${state.name}";r=${state.remaining};t=${state.resetSeconds}`);
  }
  const cause = error?.cause;
  if (cause instanceof DomainError && cause.retryAfterSeconds !== undefined) {
    res.setHeader('Retry-After', String(cause.retryAfterSeconds));
  }
}
