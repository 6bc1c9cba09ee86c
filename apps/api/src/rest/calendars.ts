import { calendarRoutes, type Deps } from '@jarvis/core';
import { type RequestHandler, Router } from 'express';
import { sendNotFound } from '../http/answer/errors.ts';
import { etagOf, isKnown } from '../http/answer/etag.ts';
import { servedAt } from '../http/answer/served-at.ts';
import { contextOf } from '../http/request/context.ts';

/** `GET /calendar/<secret>.ics`, for calendar programs. Only the route is logged: the path is a secret. */
export function calendars(deps: Deps): Router {
  const answer: RequestHandler<{ file: string }> = async (req, res) => {
    const { method, params } = req;
    res.setHeader('X-Robots-Tag', 'noindex');
    const [, secret] = /^([\w-]{43})\.ics$/.exec(params.file) ?? [];
    const calendar = await calendarRoutes.createCaller(contextOf(deps, req, res)).read(secret ?? '');
    if (!calendar) return sendNotFound(res);
    const etag = etagOf(calendar.version);
    res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
    if (isKnown(req, etag)) return void res.status(304).end();
    res.set({
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="jarvis.ics"',
    });
    res.end(method === 'HEAD' ? undefined : await calendar.write());
  };
  const named = servedAt('/calendar/{secret}.ics', 'GET', 'HEAD');
  return Router({ caseSensitive: true, strict: true }).all('/calendar/:file', named, answer);
}
