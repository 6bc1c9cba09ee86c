import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { Router } from 'express';
import { sendError } from './rest/error-body.ts';

/** Serves the built web app: hashed files for ever, the page itself fresh, its client-side routes too. */
export function webApp(folder: string): Router {
  const router = Router();
  const page = join(folder, 'index.html');
  router.use(
    express.static(folder, {
      index: false,
      setHeaders(res, path) {
        const hashed = path.includes(`${join(folder, 'assets')}`);
        res.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.set('Allow', 'GET, HEAD');
      return sendError(res, 405, { error: 'This path answers to GET, HEAD.' });
    }
    if (extname(req.path) !== '' || !existsSync(page)) {
      return sendError(res, 404, { error: 'There is nothing at this path.' });
    }
    res.sendFile(page, { headers: { 'Cache-Control': 'no-cache' } }, (error) => error && next(error));
  });
  return router;
}
