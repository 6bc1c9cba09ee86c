import { pipeline } from 'node:stream/promises';
import { MIMEType } from 'node:util';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { limits, tooLarge } from '@jarvis/contract';
import { badRequest, DomainError, type ReadForm, refusedField } from '@jarvis/core';
import type { Request, Response } from 'express';
import { announcedBytes, streamedBody } from '../../http/request/request-body.ts';

/** Of the texts beside the file. */
const besideBytesMax = 64 * 1_024;

/** No client sends more; the rest is not read (resource exhaustion). */
const formLimits = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldSize: besideBytesMax + 1,
  headerPairs: 20,
  headerSize: 8 * 1_024,
};
/** Includes the form's other parts. */
const formBytesMax = limits.fileBytesMax + besideBytesMax;

/** As in RFC 2046; the parser never ends with an empty boundary. */
const boundaryForm = /^[\w'()+,./:=? -]{1,70}$/;

/**
 * Reads a form with the part `file` and the text `purpose`, in any order. The file is streamed, not held in memory, and
 * reading stops at the first problem. Throws badRequest for another form.
 */
export const uploadForm =
  (req: Request, res: Response): ReadForm =>
  async (keep, signal) => {
    const form = formOf(req.headers['content-type'] ?? '');
    let purpose = '';
    let besideBytes = 0;
    let kept: Promise<void> | undefined;
    const refuse = (path: string, message: string) => form.destroy(refusedField(path, message));
    form.on('field', (name, value) => {
      besideBytes += Buffer.byteLength(value);
      if (besideBytes > besideBytesMax) refuse('', 'The form may have at most 64 KiB beside its file.');
      if (name === 'purpose') purpose = value;
      if (purpose !== '' && purpose !== 'user_data') refuse('purpose', otherPurpose);
      if (name === 'file') refuse('file', '`file` must be a file, with a name.');
    });
    form.on('file', (name, file, filename) => {
      // The error of a form that ends within the file is also reported by `pipeline`.
      file.on('error', () => {});
      form.once('close', () => file.destroy());
      // Files after a problem may have arrived together with it.
      if (form.destroyed) return;
      if (name !== 'file') return void refuse('file', noFile);
      kept = keep(filename ?? '', file).catch((error: Error) => {
        form.destroy(error);
        throw error;
      });
      // Awaited below, after the form's end.
      kept.catch(() => {});
    });
    form.on('filesLimit', () => refuse('file', 'The form must have one file.'));
    form.on('partsLimit', () => refuse('', 'The form has too many parts.'));
    form.on('fieldsLimit', () => refuse('', 'The form has too many parts.'));
    try {
      await pipeline(boundedBody(req, res), form, { signal });
      await kept;
    } catch (error) {
      form.destroy();
      await kept?.catch(() => {});
      throw error instanceof DomainError ? error : badRequest('The form could not be read.');
    }
    if (!kept) throw refusedField('file', noFile);
    if (purpose !== 'user_data') throw refusedField('purpose', otherPurpose);
  };

const otherPurpose = '`purpose` must be `user_data`.';
const noFile = 'The form must have its file as `file`.';

/** Throws badRequest for more bytes than the largest form has; before reading if the size is announced. */
async function* boundedBody(req: Request, res: Response): AsyncGenerator<Uint8Array> {
  const announced = announcedBytes(req);
  if (Number.isFinite(announced) && announced > formBytesMax) throw badRequest(tooLarge('The file'));
  let bytes = 0;
  for await (const piece of streamedBody(req, res)) {
    bytes += piece.length;
    if (bytes > formBytesMax) throw badRequest(tooLarge('The file'));
    yield piece;
  }
}

/** Throws badRequest for anything but a form with a boundary. */
function formOf(contentType: string): BusboyInstance {
  try {
    const { essence, params } = new MIMEType(contentType);
    const boundary = params.get('boundary') ?? '';
    if (essence === 'multipart/form-data' && boundaryForm.test(boundary))
      return new Busboy({
        headers: { 'content-type': `${essence}; boundary="${boundary}"` },
        limits: formLimits,
      });
  } catch {
    // Not a content type.
  }
  throw badRequest('Send a form, `multipart/form-data`, with `file` and `purpose`.');
}
