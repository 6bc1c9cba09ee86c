import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { accountRoutes, type Content, DomainError } from '@jarvis/core';
import { makeZip } from 'client-zip';
import type { Handlers } from '../http/paths.ts';

/**
 * Everything that an account owns as one JSON file, or with `?files=true` as a zip of it and the files, streamed as
 * it is read and at the client's pace. A failure closes the connection, and the file is incomplete.
 */
export const accountExport: Handlers = {
  async 'GET /api/auth/export'(context, req, res) {
    const { files: [files = 'false'] = [] } = req.query as Record<string, string[]>;
    if (!['true', 'false'].includes(files)) req.requestProblem ??= '`files` must be true or false.';
    const exported = await accountRoutes.createCaller(context()).export();
    const [type, ending, pieces] =
      files === 'true'
        ? (['application/zip', 'zip', makeZip(entries(exported))] as const)
        : (['application/json; charset=utf-8', 'json', exported.account] as const);
    res.set({
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="jarvis-export.${ending}"`,
    });
    if (req.isHead) return void res.end();
    await pipeline(Readable.from(pieces), res);
  },
};

/** client-zip stores them as they come: a piece at a time is in memory. */
async function* entries({
  account,
  files,
}: {
  account: AsyncIterable<string>;
  files: AsyncIterable<Content>;
}): AsyncGenerator<{ name: string; input: AsyncIterable<string | Uint8Array> }> {
  yield { name: 'account.json', input: account };
  for await (const { file, read } of files) {
    // Windows refuses to extract these characters.
    const name = shortened(`${file.id}-${file.name.replace(/[<>:"|?*]/g, '_')}`);
    yield { name: `files/${name}`, input: untilDeleted(read(0, file.bytes)) };
  }
}

/** If a file is deleted meanwhile, its bytes end there, and the rest of the export follows. */
async function* untilDeleted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === 'notFound')) throw error;
  }
}

const nameBytesMax = 255;

/** A name of a length that file systems accept, with its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= nameBytesMax) return name;
  const ending = /\.[a-z\d]{1,10}$/i.exec(name)?.[0] ?? '';
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(nameBytesMax - ending.length));
  return name.slice(0, read) + ending;
}
