import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Deps } from '@jarvis/core';
import { etagOf, isKnown } from '../http/answer/etag.ts';
import type { Handler, Handlers } from '../http/paths.ts';
import { gate } from '../http/request/gate.ts';
import { docsPage, docsPolicy, docsStart, scalarScript } from './docs-page.ts';

/** Paths and their bytes. Loaded on first use: the document needs many modules. */
const files = {
  '/openapi.json': async (publicUrl: string) => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return fixed('application/json', JSON.stringify(openApiDocument({ publicUrl })));
  },
  '/docs': () => fixed('text/html', docsPage),
  '/docs/scalar.js': async () => fixed('text/javascript', await scalarScript()),
  '/docs/start.js': () => fixed('text/javascript', docsStart),
};

export function documents(deps: Deps): Handlers {
  const handlers = Object.entries(files).map(([path, make]): [string, Handler] => {
    let made: ReturnType<typeof fixed> | undefined;
    const answer: Handler = async (context, req, res) => {
      await gate.createCaller(context()).refuseBadKey();
      made ??= make(deps.settings.publicUrl);
      const { type, bytes, gzipped, etag } = await made;
      const compressed = req.acceptsEncodings('gzip') !== false;
      if (path === '/docs') res.set('Content-Security-Policy', docsPolicy);
      res.set({
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Encoding',
        ETag: etag,
      });
      if (isKnown(req, etag)) return void res.status(304).end();
      if (compressed) res.set('Content-Encoding', 'gzip');
      res.send(compressed ? gzipped : bytes);
    };
    return [`GET /api${path}`, answer];
  });
  return Object.fromEntries(handlers);
}

/** Bytes that stay the same while the process runs, plain and compressed. */
async function fixed(type: string, text: string) {
  const bytes = Buffer.from(text);
  return { type, bytes, gzipped: await promisify(gzip)(bytes), etag: etagOf(bytes) };
}
