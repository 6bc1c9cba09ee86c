import * as contract from '@jarvis/contract';
import { takeNewest } from '../page.ts';
import { rest, tagged } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import { deleteFile, readFile } from './files.ts';
import { pageOfFiles } from './queries.ts';
import { readText } from './reading.ts';
import { finishFile } from './upload.ts';

const documented = tagged(
  'Files',
  {
    listFiles: {
      summary: 'List files',
      description: 'Stored files, newest first, up to 100 a page. Unfinished uploads are not listed.',
    },
    getFile: {
      summary: 'Read the properties of a file',
      description: 'The file without its bytes; `/api/files/{id}/content` returns them.',
    },
    readFileText: {
      summary: 'Read the text of a file',
      description:
        'One page, by default the first: a sheet of a spreadsheet, a chapter of an e-book. A text without pages has pages of 20,000 characters.',
      errors: {
        404: ['File not found.', 'Page not found.', 'This file has no text. It is encrypted.'],
        409: ['The text of this file is not read yet.'],
      },
    },
    finishFile: {
      summary: 'Finish an upload in parts',
      description:
        'Stores the file. Repeating it gives the same answer. With `sha256`, the received bytes are checked against it.',
      errors: { 400: ['Parts are missing: 3, 4.'] },
    },
    deleteFile: {
      summary: 'Delete a file',
      description: 'Removes the file for good. Messages with the file keep its name.',
    },
  },
  'File',
);

/** The procedures for bytes are in routes.ts. */
export const filesRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/files', documented.listFiles))
    .input(contract.listFilesInput)
    .output(contract.filesOutput)
    .query(async ({ ctx, input }) => ({
      files: await takeNewest(ctx, input, pageOfFiles),
    })),

  get: keyOrSession
    .granted('conversations')
    .meta(rest('GET', '/files/{id}', documented.getFile))
    .input(contract.fileById)
    .output(contract.fileOutput)
    .query(async ({ ctx, input }) => ({ file: await readFile(ctx.deps, ctx.caller.userId, input.id) })),

  text: keyOrSession
    .granted('conversations')
    .meta(rest('GET', '/files/{id}/text', documented.readFileText))
    .input(contract.fileTextInput)
    .output(contract.fileText)
    .query(({ ctx, input }) => readText(ctx.deps, ctx.caller.userId, input)),

  finish: keyOrSession
    .meta(rest('POST', '/files/{id}/finish', documented.finishFile))
    .input(contract.finishFileInput)
    .output(contract.fileOutput)
    .mutation(async ({ ctx, input }) => ({ file: await finishFile(ctx.deps, ctx.caller.userId, input) })),

  delete: keyOrSession.ok
    .meta(rest('DELETE', '/files/{id}', documented.deleteFile))
    .input(contract.fileById)
    .mutation(({ ctx, input }) => deleteFile(ctx.deps, ctx.caller.userId, input.id)),
});
