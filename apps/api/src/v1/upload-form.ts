import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { badRequest, DomainError, type ReadForm } from '@jarvis/core';
import type { Request, Response } from 'express';
import { streamedBody } from '../rest/request-body.ts';

/** More of it than any client sends is not read (resource exhaustion). */
const limits = { files: 1, fields: 20, parts: 21, fieldSize: 1_024, headerPairs: 20, headerSize: 8 * 1_024 };

/**
 * Reads a form with the part `file` and the text `purpose`, in any order. The file is read as it arrives; none of it is
 * held. Throws badRequest for another form.
 */
export const uploadForm =
  (req: Request, res: Response): ReadForm =>
  async (keep) => {
    const form = formOf(req.headers['content-type'] ?? '');
    let problem: DomainError | undefined;
    let purpose = '';
    let kept: Promise<void> | undefined;
    const refuse = (path: string, message: string) => {
      problem ??= badRequest(message, [{ path, message }]);
    };
    form.on('field', (name, value) => {
      if (name === 'purpose') purpose = value;
      if (name === 'file') refuse('file', '`file` must be a file, with a name.');
    });
    form.on('file', (name, file, filename) => {
      // A form that ends within the file is told by `pipeline` too.
      file.on('error', () => {});
      form.once('close', () => file.destroy());
      if (name !== 'file') {
        refuse('file', 'The form must have its file as `file`.');
        file.resume();
        return;
      }
      kept = keep(filename ?? '', file).catch((error: Error) => {
        form.destroy(error);
        throw error;
      });
      // It is awaited below, once the form has ended.
      kept.catch(() => {});
    });
    form.on('filesLimit', () => refuse('file', 'The form must have one file.'));
    form.on('partsLimit', () => refuse('', 'The form has too many parts.'));
    form.on('fieldsLimit', () => refuse('', 'The form has too many parts.'));
    try {
      await pipeline(streamedBody(req, res), form);
      await kept;
    } catch (error) {
      form.destroy();
      await kept?.catch(() => {});
      throw error instanceof DomainError ? error : badRequest('The form could not be read.');
    }
    if (!kept) refuse('file', 'The form must have its file as `file`.');
    if (purpose !== 'user_data') refuse('purpose', '`purpose` must be `user_data`.');
    if (problem) throw problem;
  };

/** Throws badRequest for anything but a form with a boundary. */
function formOf(contentType: string): BusboyInstance {
  try {
    if (/^multipart\/form-data *;/i.test(contentType))
      return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    // Without a boundary.
  }
  throw badRequest('Send a form, `multipart/form-data`, with `file` and `purpose`.');
}
