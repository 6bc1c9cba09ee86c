import { createHash } from 'node:crypto';
import { type Deps, DomainError, identify } from '@jarvis/core';
import { type RequestHandler, type Response, Router } from 'express';
import { HttpContext } from '../context.ts';
import { docsPage, docsPolicy, docsStart, scalarScript } from './docs-page.ts';
import { sendError } from './error-body.ts';
import { openApiDocument } from './openapi/document.ts';

/** The OpenAPI document and the page that shows it and tries it, mounted at `/api`. */
export function documents(deps: Deps): Router {
  const routes = Router({ caseSensitive: true, strict: true });
  const { publicUrl } = deps.settings;
  const document = once(() => fixed('application/json', JSON.stringify(openApiDocument({ publicUrl }))));
  const script = once(async () => fixed('text/javascript', await scalarScript()));
  const start = once(() => fixed('text/javascript', docsStart));

  const serve = (path: string, send: (res: Response, ifNoneMatch: string | undefined) => unknown) =>
    routes.all(path, readOnly, refuseBadKey(deps), async (req, res) => {
      await send(res, req.headers['if-none-match']);
    });
  serve('/openapi.json', async (res, known) => sendFixed(res, await document(), known));
  serve('/docs', (res) => {
    res.set({ 'Content-Security-Policy': docsPolicy, 'Cache-Control': 'no-cache' });
    res.type('html').send(docsPage);
  });
  serve('/docs/scalar.js', async (res, known) => sendFixed(res, await script(), known));
  serve('/docs/start.js', async (res, known) => sendFixed(res, await start(), known));
  return routes;
}

/** Bytes that do not change while the process runs. */
interface Fixed {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

function fixed(type: string, text: string): Fixed {
  const bytes = Buffer.from(text);
  return { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

function sendFixed(res: Response, { type, bytes, etag }: Fixed, ifNoneMatch: string | undefined): void {
  res.set({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag });
  if (ifNoneMatch?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)) {
    res.status(304).end();
  } else res.send(bytes);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const allow = 'GET, HEAD, OPTIONS';

const readOnly: RequestHandler = (req, res, next) => {
  req.calledRoute = `/api${req.path}`;
  if (req.method === 'GET' || req.method === 'HEAD') return next();
  res.set('Allow', allow);
  if (req.method === 'OPTIONS') res.status(204).end();
  else sendError(res, 405, { error: `This path answers to ${allow}.` });
};

/** A key that is sent is checked on every path but health, also where none is asked for. */
function refuseBadKey(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    const ctx = new HttpContext(deps, req, res);
    if (ctx.credentials.bearer === undefined) return next();
    try {
      await identify(ctx);
      next();
    } catch (error) {
      if (!(error instanceof DomainError)) return next(error);
      const status = { unauthenticated: 401, restricted: 403 }[error.kind as string] ?? 503;
      sendError(res, status, { error: error.message });
    }
  };
}
