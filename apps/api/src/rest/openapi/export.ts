import { type OperationsApart, parameter } from './apart.ts';
import { headerReferences } from './headers.ts';

export const accountExport: OperationsApart = {
  'GET /api/auth/export': {
    access: 'sessionOnly',
    documentation: {
      tag: 'Account',
      name: 'exportAccount',
      summary: 'Export everything in the account',
      description:
        'One JSON file, streamed. No secret is in it. With `files=true` a zip: `account.json` and the files under `files/`.',
    },
    parameters: [
      parameter('query', 'files', '`true` for a zip with the files.', {
        type: 'boolean',
        default: false,
        examples: [true],
      }),
    ],
    responses: {
      200: {
        description: 'Done.',
        headers: headerReferences('Cache-Control'),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              description:
                'Everything that the account owns, with the fields of the other operations and more.',
              additionalProperties: true,
              examples: [{ exportedAt: '2026-01-31T09:30:00.123Z' }],
            },
          },
          'application/zip': {
            schema: { type: 'string', format: 'binary', description: 'The zip.' },
            example: 'The bytes',
          },
        },
      },
    },
  },
};
