import { tagged } from '../rest.ts';

/** The OpenAPI descriptions of the operations on times. */
export const documented = tagged('Time', {
  occurrences: {
    name: 'listOccurrences',
    summary: 'List the occurrences of a repeat rule',
    description:
      'Stores nothing. Occurrences are computed in local time, then converted with the zone: a time that a clock change skips moves forward by the change, and of a repeated time the first one counts. The list ends early if the rule does.',
    errors: { 400: ['The repeat rule is not accepted: it never happens.'] },
  },
  parse: {
    name: 'parseTime',
    summary: 'Read the time in a sentence',
    description:
      'Stores nothing. Reads days, times of day, durations, repeats and zones in English, German and Italian. A time of day that has passed is tomorrow’s, a date without a year is the next one, a bare hour from 1 to 6 is in the afternoon. Quoted text is ignored.',
    errors: { 400: ['`text` must have at most 1000 characters.'] },
  },
  settings: {
    name: 'readTimeSettings',
    summary: 'Read the time settings',
    description:
      'The account’s time zone (the installation’s by default), the day summary, quiet hours and channels.',
  },
  change: {
    name: 'changeTimeSettings',
    summary: 'Change the time settings',
    description: 'Send the fields to change. Another zone moves every date that has no zone.',
    errors: { 400: ['Send at least one field to change.'] },
  },
});
