import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { errorBody, sendError } from './errors.ts';

/**
 * CSRF: refuses what another site makes a browser send with its owner's cookie. Reading is free (answers cannot be
 * read across sites), and so is what an API key authenticates: no site can make a browser send one. Programs that
 * send neither `Sec-Fetch-Site` nor `Origin` are served.
 */
export const refuseCrossSite =
  (publicUrl: string): RequestHandler =>
  (req, res, next) => {
    if (isRead(req.method) || hasBearer(req) || !isCrossSite(req, publicUrl)) return next();
    sendError(res, 403, errorBody('This request comes from another site and was not carried out.'));
  };

/** DNS rebinding: MCP asks for this check whatever the credential. Programs that are no browser send no origin. */
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
