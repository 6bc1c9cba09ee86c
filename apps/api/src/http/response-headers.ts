import type { ServerResponse } from 'node:http';
import { type Context, DomainError } from '@jarvis/core';
import type { TRPCError } from '@trpc/server';
import { sessionCookie } from './session-cookie.ts';

/**
 * What a procedure told beside its result, names with values: the session cookie, and how the rate limit's
 * window stands (RateLimit and RateLimit-Policy of the IETF's draft-ietf-httpapi-ratelimit-headers).
 */
export function answerHeaders(
  { answer, deps }: Context,
  error: TRPCError | undefined,
): [name: string, value: string][] {
  const headers: [string, string][] = [];
  if (answer.session !== undefined) {
    headers.push(['Set-Cookie', sessionCookie(answer.session, deps.settings.publicUrl.startsWith('https:'))]);
  }
  const state = answer.rateLimit;
  if (state) {
    const { name, rate, remaining, resetSeconds } = state;
    headers.push(['RateLimit-Policy', `"${name}";q=${rate.limit};w=${rate.windowSeconds}`]);
    headers.push(['RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`]);
  }
  const cause = error?.cause;
  if (cause instanceof DomainError && cause.retryAfterSeconds !== undefined) {
    headers.push(['Retry-After', String(cause.retryAfterSeconds)]);
  }
  return headers;
}

export function writeAnswerHeaders(res: ServerResponse, ctx: Context, error: TRPCError | undefined): void {
  writeHeaders(res, answerHeaders(ctx, error).flat());
}

/** Sets headers that are given as names and values in turn. */
export function writeHeaders(res: ServerResponse, headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i] as string, headers[i + 1] as string];
    if (name === 'Set-Cookie') res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
}
