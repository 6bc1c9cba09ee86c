import type { Express, Response } from 'express';
import { cookieAttributes, cookieName, sessionName } from '../cookies.ts';

/**
 * Has every answer carry, as headers, what its procedures returned beside their output: the session cookie, the state
 * of the rate limit (RateLimit and RateLimit-Policy of the IETF's draft-ietf-httpapi-ratelimit-headers), Retry-After. A `401`
 * has its challenge (RFC 9110, 15.5.2): `Bearer`, for which browsers ask nobody, unless the route set another one.
 * Done as the headers are sent, so that no route can forget them.
 */
export function sendAnswerDetails({ response }: Express, publicUrl: string): void {
  const { writeHead } = response;
  const withDetails = function (this: Response, ...head: Parameters<typeof writeHead>) {
    const { session, rateLimit, replayed, retryAfterSeconds } = this.req.answer ?? {};
    if (session !== undefined) {
      const expires = new Date(session?.expiresAt ?? 0);
      this.cookie(cookieName(sessionName, publicUrl), session?.token ?? '', {
        ...cookieAttributes(publicUrl),
        expires,
      });
    }
    if (rateLimit) {
      const { name, rate, remaining, resetSeconds } = rateLimit;
      this.setHeader('RateLimit-Policy', `"${name}";q=${rate.limit};w=${rate.windowSeconds}`);
      this.setHeader('RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`);
    }
    if (replayed) this.setHeader('Idempotent-Replayed', 'true');
    const [status = this.statusCode] = head;
    if (retryAfterSeconds !== undefined && status >= 400) this.setHeader('Retry-After', retryAfterSeconds);
    if (status === 401 && !this.hasHeader('WWW-Authenticate')) this.setHeader('WWW-Authenticate', 'Bearer');
    return writeHead.apply(this, head);
  };
  response.writeHead = withDetails as typeof writeHead;
}
