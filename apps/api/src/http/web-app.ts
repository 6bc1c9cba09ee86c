import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';
import { sendAllowed, sendNotFound } from './errors.ts';

/**
 * Serves the built web app: hashed files with permanent caching, the page without, also for its client-side routes.
 */
export function webApp(folder: string): Router {
  const router = Router();
  const page = join(folder, 'index.html');
  const assets = join(folder, 'assets');
  router.use(takeCompressed(folder));
  router.use(
    express.static(folder, {
      index: false,
      setHeaders(res, path) {
        const hashed = path.includes(assets);
        res.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        describeCompressed(res, path);
      },
    }),
  );
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendAllowed(res, req.method, 'GET, HEAD, OPTIONS');
    }
    if (extname(req.path) !== '' || !existsSync(page)) {
      return sendNotFound(res);
    }
    const encoding = encodingFor(page, req.acceptsEncodings());
    const file = encoding ? `${page}.${encoding.suffix}` : page;
    res.setHeader('Cache-Control', 'no-cache');
    describeCompressed(res, file);
    res.sendFile(file, { cacheControl: false }, (error) => error && next(error));
  });
  return router;
}

const encodings = [
  { name: 'br', suffix: 'br' },
  { name: 'gzip', suffix: 'gz' },
] as const;

/** The build writes compressed versions beside its files (apps/web/vite.config.ts); picks the best accepted one. */
function encodingFor(file: string, accepted: readonly string[]) {
  return encodings.find(({ name, suffix }) => accepted.includes(name) && existsSync(`${file}.${suffix}`));
}

/** Rewrites a request for a file to its compressed version. */
function takeCompressed(folder: string): RequestHandler {
  return (req, _res, next) => {
    // Plain names only; the next handler checks all other paths.
    if (/^(\/[\w-][\w.-]*)+\.(js|css|svg|webmanifest)$/.test(req.path)) {
      const encoding = encodingFor(join(folder, req.path), req.acceptsEncodings());
      if (encoding) req.url = `${req.path}.${encoding.suffix}`;
    }
    next();
  };
}

function describeCompressed(res: Response, path: string): void {
  res.setHeader('Vary', 'Accept-Encoding');
  const encoding = encodings.find(({ suffix }) => path.endsWith(`.${suffix}`));
  if (!encoding) return;
  res.setHeader('Content-Encoding', encoding.name);
  const plain = extname(path.slice(0, -encoding.suffix.length - 1));
  res.setHeader('Content-Type', contentTypes[plain] ?? 'application/octet-stream');
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
