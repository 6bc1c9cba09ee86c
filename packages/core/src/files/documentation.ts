import { tagged } from '../rest.ts';

const errors = { 404: ['File not found.'] };

/** The OpenAPI descriptions of the operations on files. */
export const documented = tagged('Files', {
  listFiles: {
    summary: 'List files',
    description: 'Stored files, newest first, up to 100 a page. Unfinished uploads are not listed.',
  },
  getFile: {
    summary: 'Read the properties of a file',
    description: 'The file without its bytes; `/api/files/{id}/content` returns them.',
    errors,
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
    errors: { ...errors, 400: ['Parts are missing: 3, 4.'] },
  },
  deleteFile: {
    summary: 'Delete a file',
    description: 'Removes the file for good. Messages with the file keep its name.',
    errors,
  },
});
