import type { Documentation } from '../rest.ts';

const tag = 'Files';
const errors = { 404: ['File not found.'] };

/** The OpenAPI descriptions of the operations on files. */
export const documented = {
  list: {
    tag,
    name: 'listFiles',
    summary: 'List files',
    description:
      'Files that are stored, newest first, up to 100 a page. One that is still received is not listed.',
  },
  get: {
    tag,
    name: 'getFile',
    summary: 'Read what is known of a file',
    description: 'The file without its bytes, which `/api/files/{id}/content` has.',
    errors,
  },
  text: {
    tag,
    name: 'readFileText',
    summary: 'Read the text of a file',
    description:
      'A page of it, by default the first: of a spreadsheet a sheet, of an e-book a chapter. A text without pages has pages of 20,000 characters.',
    errors: {
      404: ['File not found.', 'Page not found.', 'This file has no text. It is encrypted.'],
      409: ['The text of this file is not read yet.'],
    },
  },
  finish: {
    tag,
    name: 'finishFile',
    summary: 'Store a file whose parts have all been sent',
    description: 'The same again is answered the same. With `sha256`, what arrived is compared with it.',
    errors: { ...errors, 400: ['Parts are missing: 3, 4.'] },
  },
  delete: {
    tag,
    name: 'deleteFile',
    summary: 'Delete a file',
    description: 'Removes the file for good. Messages that it was sent with keep its name.',
    errors,
  },
} as const satisfies Record<string, Documentation>;
