import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { sendError } from './error-body.ts';

/**
 * Refuses what another site makes a browser send with its owner's cookie; true when it has answered. Reading is
 * free (answers cannot be read across sites), and so is what an API key authenticates: no site can make a browser
 * send one. Programs that send neither `Sec-Fetch-Site` nor `Origin` are served.
 */
export function isFromAnotherSite(req: IncomingMessage): boolean {
  return !isRead(req.method) && !hasBearer(req) && isCrossSite(req);
}

export const otherSiteText = 'This request comes from another site and was not carried out.';

export const refuseCrossSite: RequestHandler = (req, res, next) => {
  if (isFromAnotherSite(req)) sendError(res, 403, { error: otherSiteText });
  else next();
};

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

const hasBearer = (req: IncomingMessage) => /^bearer(?:\s|$)/i.test(req.headers.authorization ?? '');

function isCrossSite(req: IncomingMessage): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site' || site === 'same-site';
  const { origin } = req.headers;
  if (origin === undefined || origin === req.site.publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== req.site.hostOf(req);
}
