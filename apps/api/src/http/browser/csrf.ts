import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { errorBody, sendError } from '../answer/errors.ts';

/**
 * CSRF: refuses requests that another site makes a browser send with its owner's cookie. Reads are allowed, because
 * other sites cannot see the answers; so are requests with an API key, because no site can make a browser send one.
 * Programs that send neither `Sec-Fetch-Site` nor `Origin` are allowed.
 */
export const refuseCrossSite =
  (publicUrl: string): RequestHandler =>
  (req, res, next) => {
    if (isRead(req.method) || hasBearer(req) || !isCrossSite(req, publicUrl)) return next();
    sendError(res, 403, errorBody('This request comes from another site and was not carried out.'));
  };

/** DNS rebinding: MCP requires this check for every credential. Programs other than browsers send no origin. */
export const refuseForeignOrigin =
  (publicUrl: string): RequestHandler =>
  (req, res, next) => {
    if (isCrossSite(req, publicUrl))
      sendError(res, 403, errorBody('Requests from other sites are not answered here.'));
    else next();
  };

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

const hasBearer = (req: IncomingMessage) => /^bearer(?:\s|$)/i.test(req.headers.authorization ?? '');

function isCrossSite(req: Request, publicUrl: string): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site' || site === 'same-site';
  const { origin } = req.headers;
  if (origin === undefined || origin === publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== req.host;
}
