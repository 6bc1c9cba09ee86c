import type { Documentation } from '../rest.ts';

const tag = 'Web';

/** The OpenAPI descriptions of the operations on web searches. */
export const documented = {
  history: {
    tag,
    name: 'readWebStatus',
    summary: 'Read web-search status and history',
    description:
      'Says whether search is available here and switched on for the account, and lists lookups, newest first, at most 100 a page.',
  },
  clear: {
    tag,
    name: 'clearWebHistory',
    summary: 'Clear the lookup history',
    description: 'The search preference and stored conversations are untouched.',
  },
} as const satisfies Record<string, Documentation>;
