import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountRoutes, type Deps } from '@jarvis/core';
import type { RequestHandler } from 'express';
import { contextOf } from '../http/context.ts';
import { answerHeaders } from '../http/response-headers.ts';

export const exportPath = '/auth/export';

/**
 * Everything that an account owns as one JSON file, streamed as it is read and at the client's pace. A failure closes
 * the connection, and the file is incomplete JSON.
 */
export function accountExport(deps: Deps): RequestHandler {
  const { secure } = deps.settings;
  return async (req, res) => {
    const pieces = await accountRoutes.createCaller(contextOf(deps, req, res)).export();
    res.set({
      ...answerHeaders(req.answer, secure),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="jarvis-export.json"',
      'Cache-Control': 'no-store',
    });
    if (req.method === 'HEAD') return void res.end();
    await pipeline(Readable.from(pieces), res);
  };
}
