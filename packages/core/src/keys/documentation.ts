import { tagged } from '../rest.ts';

/** The OpenAPI descriptions of the operations on API keys. */
export const documented = tagged('Keys', {
  list: {
    name: 'listKeys',
    summary: 'List personal API keys',
    description: 'Newest first, revoked ones included. The keys themselves are never shown again.',
  },
  create: {
    name: 'createKey',
    summary: 'Create a personal API key',
    description: 'The answer is the only place where the key is shown: only its hash is stored.',
  },
  revoke: {
    name: 'revokeKey',
    summary: 'Revoke an API key',
    description:
      'The key is refused from its next request. Revoking again is not an error and keeps the first `revokedAt`.',
    errors: { 404: ['API key not found.'] },
  },
});
