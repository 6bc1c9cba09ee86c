import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { anyone, type Deps, router } from '@jarvis/core';
import { type Request, type Response, Router } from 'express';
import { contextOf } from '../http/context.ts';
import { etagOf, isKnown } from '../http/etag.ts';
import { docsPage, docsPolicy, docsStart, scalarScript } from './docs-page.ts';

/** The paths served here, under `/api`. */
export const documentPaths = ['/openapi.json', '/docs', '/docs/scalar.js', '/docs/start.js'];

/** The OpenAPI document and its page, mounted at `/api`. */
export function documents(deps: Deps): Router {
  const { publicUrl } = deps.settings;
  // Generating it needs many modules, so they are loaded on first use.
  const document = once(async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return fixed('application/json', JSON.stringify(openApiDocument({ publicUrl })));
  });
  const page = once(() => fixed('text/html', docsPage));
  const script = once(async () => fixed('text/javascript', await scalarScript()));
  const start = once(() => fixed('text/javascript', docsStart));
  const files = router({
    document: anyone.query(() => document()),
    page: anyone.query(() => page()),
    script: anyone.query(() => script()),
    start: anyone.query(() => start()),
  });

  const routes = Router();
  const filesFor = (req: Request, res: Response) => files.createCaller(contextOf(deps, req, res));
  routes.get('/openapi.json', async (req, res) => sendFixed(req, res, await filesFor(req, res).document()));
  routes.get('/docs', async (req, res) => {
    res.set('Content-Security-Policy', docsPolicy);
    sendFixed(req, res, await filesFor(req, res).page());
  });
  routes.get('/docs/scalar.js', async (req, res) => sendFixed(req, res, await filesFor(req, res).script()));
  routes.get('/docs/start.js', async (req, res) => sendFixed(req, res, await filesFor(req, res).start()));
  return routes;
}

/** Bytes that stay the same while the process runs, plain and compressed. */
interface Fixed {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  /** Weak: the same for both forms. */
  readonly etag: string;
}

async function fixed(type: string, text: string): Promise<Fixed> {
  const bytes = Buffer.from(text);
  return { type, bytes, gzipped: await promisify(gzip)(bytes), etag: etagOf(bytes) };
}

function sendFixed(req: Request, res: Response, { type, bytes, gzipped, etag }: Fixed): void {
  const compressed = req.acceptsEncodings('gzip') !== false;
  res.set({
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: etag,
  });
  if (isKnown(req, etag)) return void res.status(304).end();
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
