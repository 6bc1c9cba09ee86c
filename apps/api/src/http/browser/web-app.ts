import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { Router } from 'express';
import { sendAllowed, sendNotFound } from '../answer/errors.ts';

/**
 * Serves the built web app: hashed files with permanent caching, the page without, also for its client-side routes.
 * The build writes compressed versions beside its files (apps/web/vite.config.ts); the best accepted one is sent.
 */
export function webApp(folder: string): Router {
  const assets = join(folder, 'assets');
  const files = express.static(folder, {
    index: false,
    setHeaders(res, path) {
      const hashed = path.includes(assets);
      res.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      res.setHeader('Vary', 'Accept-Encoding');
      const encoding = encodings.find(({ suffix }) => path.endsWith(suffix));
      if (!encoding) return;
      res.setHeader('Content-Encoding', encoding.name);
      res.type(extname(path.slice(0, -encoding.suffix.length)));
    },
  });
  return Router()
    .use((req, res, next) => {
      if (req.method !== 'GET' && req.method !== 'HEAD')
        return sendAllowed(res, req.method, 'GET, HEAD, OPTIONS');
      const path = extname(req.path) === '' ? '/index.html' : req.path;
      const accepted = req.acceptsEncodings();
      // Plain names only; `files` checks all other paths.
      const isPlain = /^(\/[\w-][\w.-]*)+\.(html|js|css|svg|webmanifest)$/.test(path);
      const encoding = encodings.find(
        ({ name, suffix }) => isPlain && accepted.includes(name) && existsSync(join(folder, path + suffix)),
      );
      req.url = path + (encoding?.suffix ?? '');
      next();
    })
    .use(files, (_req, res) => sendNotFound(res));
}

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
