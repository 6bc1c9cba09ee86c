import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asDomainError, asTrpcError, type Deps, exportAccount, requireSession } from '@jarvis/core';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { RequestHandler } from 'express';
import { contextOf } from '../http/context.ts';
import { errorBodyOf, sendError } from '../http/error-body.ts';
import { writeAnswerHeaders } from '../http/response-headers.ts';
import { describeCause } from '../observability/log.ts';

const allow = 'GET, HEAD, OPTIONS';

/**
 * `GET /api/auth/export`: all that an account owns as one JSON file. Streamed as it is read and as fast as it
 * is taken, so it is no procedure; a failure on the way ends the connection, and the file is no JSON.
 */
export function exportRoute(deps: Deps): RequestHandler {
  return async (req, res) => {
    req.calledRoute = '/api/auth/export';
    if (req.method === 'OPTIONS') return void res.status(204).set('Allow', allow).end();
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.set('Allow', allow);
      return sendError(res, 405, { error: `This path answers to ${allow}.` });
    }
    const ctx = contextOf(deps, req, res);
    try {
      const { userId } = await requireSession(ctx);
      writeAnswerHeaders(res, ctx, undefined);
      res.set({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="jarvis-export.json"',
        'Cache-Control': 'no-store',
      });
      if (req.method === 'HEAD') return void res.end();
      await pipeline(Readable.from(exportAccount(deps, userId)), res);
    } catch (error) {
      if (res.headersSent) {
        if (!res.destroyed)
          deps.log.error({ requestId: req.requestId, ...describeCause(error) }, 'export failed');
        res.destroy();
        return;
      }
      const known = asDomainError(error);
      if (!known) throw error;
      const failure = asTrpcError(known);
      res.removeHeader('Content-Disposition');
      writeAnswerHeaders(res, ctx, failure);
      sendError(res, getHTTPStatusCodeFromError(failure), errorBodyOf(failure, req));
    }
  };
}
