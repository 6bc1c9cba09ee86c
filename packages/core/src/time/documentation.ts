import type { Documentation } from '../rest.ts';

const tag = 'Time';

/** What the OpenAPI document says of the operations on times. */
export const documented = {
  occurrences: {
    tag,
    name: 'listOccurrences',
    summary: 'Tell when a repeat rule happens',
    description:
      'Stores nothing. The rule is read in plain wall clock, then in the zone: a time that a change of the clocks leaves out moves on by the change, of two the first counts. The list may end early, where the rule does.',
    errors: { 400: ['The repeat rule is not accepted: it never happens.'] },
  },
} as const satisfies Record<string, Documentation>;
