import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits } from '@jarvis/contract';
import { type Content, filesRoutes } from '@jarvis/core';
import type { Request, Response } from 'express';
import { errorBody, sendError } from '../http/answer/errors.ts';
import { isKnown } from '../http/answer/etag.ts';
import type { Handlers } from '../http/paths.ts';
import { announcedBytes, bytesReceiver, streamedBody } from '../http/request/request-body.ts';

/** The operations that transfer a file's bytes, after `readInput`. */
export const files: Handlers = {
  async 'POST /api/files'(context, req, res) {
    const { name: [name] = [], bytes: [bytes] = [] } = req.query as Record<string, string[]>;
    const announced = announcedBytes(req);
    // The body of a whole file is its bytes, which are read piece by piece.
    if (bytes === undefined || announced > 0) req.receiveBody = undefined;
    if (bytes !== undefined && announced > 0)
      req.requestProblem ??= 'Send either the file as the body or its size as `bytes`, not both.';
    if (bytes === undefined && req.sentType?.startsWith('multipart/form-data'))
      req.requestProblem ??= 'Send the file itself as the body, not a form.';
    const calls = filesRoutes.createCaller(context());
    const file =
      bytes === undefined
        ? await calls.upload({
            name,
            bytes: Number.isFinite(announced) ? announced : undefined,
            body: streamedBody(req, res),
          })
        : await calls.begin({ name, bytes });
    res.status(201).json({ file });
  },
  async 'PUT /api/files/{id}/parts/{n}'(context, req, res) {
    req.receiveBody = bytesReceiver(req, res, limits.filePartBytes, (part) => ({ part }));
    // The body supplies the rest of the input.
    await filesRoutes.createCaller(context()).part(req.params as never);
    res.status(204).end();
  },
  async 'GET /api/files/{id}/content'(context, req, res) {
    await sendContent(req, res, await filesRoutes.createCaller(context()).content(req.params));
  },
};

/** Types that a browser may display, as the first bytes say: their decoders run no script. */
const shown = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/**
 * A file is untrusted: none of it may run here, in a page or a frame (XSS). A deleted file is gone at once: a browser
 * must revalidate its cached copy.
 */
export async function sendContent(req: Request, res: Response, { file, read }: Content): Promise<void> {
  const etag = `"${file.sha256}"`;
  const isShown = shown.includes(file.mediaType);
  res.set({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${extValue(file.name)}`,
  });
  if (isKnown(req, etag)) return void res.status(304).end();
  // RFC 9110, 14.2: only GET has ranges.
  const range = req.isHead ? undefined : rangeOf(req, etag, file.bytes);
  if (range === 'unsatisfiable') {
    res.set('Content-Range', `bytes */${file.bytes}`);
    return sendError(res, 416, errorBody(`The range is not within the ${file.bytes} bytes of the file.`));
  }
  const { from, to } = range ?? { from: 0, to: file.bytes };
  if (range) res.status(206).set('Content-Range', `bytes ${from}-${to - 1}/${file.bytes}`);
  res.setHeader('Content-Type', isShown ? file.mediaType : 'application/octet-stream');
  res.setHeader('Content-Length', to - from);
  if (req.isHead) return void res.end();
  await pipeline(Readable.from(read(from, to), { objectMode: false }), res);
}

/** A non-ASCII value in the form of RFC 8187. */
const extValue = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The single requested range, its end exclusive. Undefined: all of it; several ranges are answered with all. */
function rangeOf(
  { headers }: Request,
  etag: string,
  bytes: number,
): { readonly from: number; readonly to: number } | 'unsatisfiable' | undefined {
  const condition = headers['if-range'];
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (condition !== undefined && condition !== etag) return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < from) return undefined;
  return from < to ? { from, to } : 'unsatisfiable';
}
