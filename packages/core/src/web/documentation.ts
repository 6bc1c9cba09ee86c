import { tagged } from '../rest.ts';

/** The OpenAPI descriptions of the operations on web searches. */
export const documented = tagged('Web', {
  history: {
    name: 'readWebStatus',
    summary: 'Read web-search status and history',
    description:
      'Says whether search is available here and switched on for the account, and lists lookups, newest first, at most 100 a page.',
  },
  clear: {
    name: 'clearWebHistory',
    summary: 'Clear the lookup history',
    description: 'The search preference and stored conversations are untouched.',
  },
});
