import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { asDomainError, asTrpcError, type Deps, findCaller } from '@jarvis/core';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { contextOf } from '../http/context.ts';
import { errorBodyOf, sendError } from '../http/error-body.ts';
import { writeAnswerHeaders } from '../http/response-headers.ts';
import { docsPage, docsPolicy, docsStart, scalarScript } from './docs-page.ts';

/** The OpenAPI document and the page that shows it and tries it, mounted at `/api`. */
export function documents(deps: Deps): Router {
  const routes = Router({ caseSensitive: true, strict: true });
  const { publicUrl } = deps.settings;
  // With all that it takes to write it, it is loaded when it is asked for.
  const document = once(async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return fixed('application/json', JSON.stringify(openApiDocument({ publicUrl })));
  });
  const script = once(async () => fixed('text/javascript', await scalarScript()));
  const start = once(() => fixed('text/javascript', docsStart));

  const serve = (path: string, send: (req: Request, res: Response) => unknown) =>
    routes.all(path, readOnly, refuseBadKey(deps), async (req, res) => {
      await send(req, res);
    });
  serve('/openapi.json', async (req, res) => sendFixed(req, res, await document()));
  serve('/docs', (_req, res) => {
    res.set({ 'Content-Security-Policy': docsPolicy, 'Cache-Control': 'no-cache' });
    res.type('html').send(docsPage);
  });
  serve('/docs/scalar.js', async (req, res) => sendFixed(req, res, await script()));
  serve('/docs/start.js', async (req, res) => sendFixed(req, res, await start()));
  return routes;
}

/** Bytes that do not change while the process runs, as they are and compressed. */
interface Fixed {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** Weak: the same for both. */
  readonly etag: string;
}

async function fixed(type: string, text: string): Promise<Fixed> {
  const bytes = Buffer.from(text);
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { type, bytes, gzipped: await promisify(gzip)(bytes), etag };
}

function sendFixed(req: Request, res: Response, { type, bytes, gzipped, etag }: Fixed): void {
  const compressed = req.acceptsEncodings('gzip') !== false;
  res.set({
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: etag,
  });
  const known = req.headers['if-none-match'] ?? '';
  if (known.includes(etag.slice(2))) return void res.status(304).end();
  if (compressed) res.set('Content-Encoding', 'gzip');
  res.send(compressed ? gzipped : bytes);
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
    const ctx = contextOf(deps, req, res);
    if (ctx.credentials.bearer === undefined) return next();
    try {
      await findCaller(ctx);
      next();
    } catch (error) {
      const known = asDomainError(error);
      if (!known) return next(error);
      const failure = asTrpcError(known);
      writeAnswerHeaders(res, ctx, failure);
      sendError(res, getHTTPStatusCodeFromError(failure), errorBodyOf(failure, req));
    }
  };
}
