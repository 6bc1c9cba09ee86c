import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountRoutes, type Content, type Deps } from '@jarvis/core';
import type { RequestHandler } from 'express';
import { contextOf } from '../http/context.ts';
import { answerHeaders } from '../http/response-headers.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export const exportPath = '/auth/export';

/**
 * Everything that an account owns as one JSON file, or with `?files=true` as a zip of it and the files, streamed as
 * it is read and at the client's pace. A failure closes the connection, and the file is incomplete.
 */
export function accountExport(deps: Deps): RequestHandler {
  const { secure } = deps.settings;
  return async (req, res) => {
    const calls = accountRoutes.createCaller(contextOf(deps, req, res));
    const { files: [files] = [] } = req.query as Record<string, string[]>;
    const [type, ending, pieces] =
      files === 'true'
        ? (['application/zip', 'zip', zipOf(entries(await calls.exportWithFiles()))] as const)
        : (['application/json; charset=utf-8', 'json', await calls.export()] as const);
    res.set({
      ...answerHeaders(req.answer, secure),
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="jarvis-export.${ending}"`,
      'Cache-Control': 'no-store',
    });
    if (req.method === 'HEAD') return void res.end();
    await pipeline(Readable.from(pieces), res);
  };
}

async function* entries({
  account,
  files,
}: {
  account: AsyncIterable<string>;
  files: AsyncIterable<Content>;
}): AsyncGenerator<ZipEntry> {
  yield { name: 'account.json', bytes: Readable.from(account).map((text: string) => Buffer.from(text)) };
  for await (const { file, read } of files) {
    yield { name: `files/${file.id}-${file.name}`, bytes: read(0, file.bytes) };
  }
}
