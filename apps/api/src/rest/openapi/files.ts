import { limits } from '@jarvis/contract';
import { type OperationsApart, parameter } from './apart.ts';
import { errorAnswer } from './errors.ts';
import { headerReferences } from './headers.ts';
import { idempotencyKey, ifNoneMatch } from './operation.ts';

const fileExample = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';

const fileId = parameter('path', 'id', 'Identifier of the file.', {
  type: 'string',
  examples: [fileExample],
});

const bytesOf = (description: string) => ({
  'application/octet-stream': {
    schema: { type: 'string' as const, format: 'binary', description },
    example: 'The bytes',
  },
});

const binary = bytesOf('The bytes.');
const describes = headerReferences('ETag', 'Cache-Control');

export const fileTransfers: OperationsApart = {
  'POST /api/files': {
    rate: 'fileUploads',
    documentation: {
      tag: 'Files',
      name: 'uploadFile',
      summary: 'Send a file, or begin to send one in parts',
      description:
        'With the file as the body it is stored at once. With its size as `bytes` and no body it is `receiving`: send its parts, in any order and to any process, then `finish` it. Its type is what its first bytes say. A file that no message names is removed after 24 hours, one that does not arrive after one.',
      errors: { 400: ['“plan.pdf” is too large: a file may have at most 25 MiB.', '“plan.pdf” is empty.'] },
      idempotent: true,
    },
    parameters: [
      parameter(
        'query',
        'name',
        `Its name, up to ${limits.fileNameCharsMax} characters; \`/\`, \`\\\` and control characters become \`_\`.`,
        { type: 'string', examples: ['plan.pdf'] },
      ),
      // Without an example, which the page would send beside the file.
      parameter('query', 'bytes', 'Its size, to send it in parts.', {
        type: 'integer',
        minimum: 1,
        maximum: limits.fileBytesMax,
      }),
      idempotencyKey,
    ],
    body: { required: false, content: bytesOf('The file, up to 25 MiB, uncompressed.') },
    responses: {
      201: {
        description: 'Created.',
        headers: headerReferences('Idempotent-Replayed'),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { file: { $ref: '#/components/schemas/StoredFile' } },
              required: ['file'],
            },
          },
        },
      },
    },
  },
  'PUT /api/files/{id}/parts/{n}': {
    documentation: {
      tag: 'Files',
      name: 'sendFilePart',
      summary: 'Send a part of a file',
      description: `Parts count from 0; each has ${limits.filePartBytes} bytes, the last one the rest. What is acknowledged is kept; the same part again takes its place.`,
      errors: {
        400: [`Part 0 of this file has ${limits.filePartBytes} bytes.`],
        404: ['File not found.'],
        409: ['This file is stored already, and is not changed.'],
      },
    },
    parameters: [
      fileId,
      parameter('path', 'n', 'Number of the part, from 0.', { type: 'integer', minimum: 0, examples: [0] }),
    ],
    body: { required: true, content: bytesOf('The bytes of the part.') },
    responses: { 204: { description: 'Kept.' } },
  },
  'GET /api/files/{id}/content': {
    documentation: {
      tag: 'Files',
      name: 'downloadFile',
      summary: 'Read the bytes of a file',
      description:
        'JPEG, PNG, GIF and WebP come as what they are, all else as an attachment of unknown type. One `Range` is served.',
      errors: { 404: ['File not found.'] },
    },
    parameters: [
      fileId,
      ifNoneMatch,
      parameter('header', 'Range', 'Which bytes.', { type: 'string', examples: ['bytes=0-1023'] }),
    ],
    responses: {
      200: { description: 'Done.', headers: describes, content: binary },
      206: {
        description: 'The bytes of the range.',
        headers: { ...describes, ...headerReferences('Content-Range') },
        content: binary,
      },
      304: { description: 'What `If-None-Match` names is still the file.', headers: describes },
      416: errorAnswer(
        'The file has no such bytes.',
        'The range is not within the 10 bytes of the file.',
        'ETag',
        'Content-Range',
      ),
    },
  },
};
