import type { Documentation } from '../rest.ts';

const tag = 'Time';

/** The OpenAPI descriptions of the operations on times. */
export const documented = {
  occurrences: {
    tag,
    name: 'listOccurrences',
    summary: 'Tell when a repeat rule happens',
    description:
      'Stores nothing. The rule is read in plain wall clock, then in the zone: a time that a change of the clocks leaves out moves on by the change, of two the first counts. The list may end early, where the rule does.',
    errors: { 400: ['The repeat rule is not accepted: it never happens.'] },
  },
  parse: {
    tag,
    name: 'parseTime',
    summary: 'Read the time that a sentence says',
    description:
      'Stores nothing. Reads days, times of day, durations, repeats and zones in English, German and Italian. A time of day that has passed is meant for tomorrow, a date without a year is the next one, a bare hour from 1 to 6 is in the afternoon. Words in quotes are read as nothing.',
    errors: { 400: ['`text` must have at most 1000 characters.'] },
  },
  settings: {
    tag,
    name: 'readTimeSettings',
    summary: 'Read the time settings',
    description: 'How the account keeps time: its zone, or that of the installation where it has told none.',
  },
  change: {
    tag,
    name: 'changeTimeSettings',
    summary: 'Change the time settings',
    description: 'Another zone moves every date that floats with it. Send what is to change.',
    errors: { 400: ['Send at least one field to change.'] },
  },
} as const satisfies Record<string, Documentation>;
