import * as contract from '@jarvis/contract';
import { rest, tagged } from '../rest.ts';
import { keyOrSession, router, sessionOnly } from '../trpc.ts';
import { loadCalendar } from './load-calendar.ts';
import { parseTime } from './parse.ts';
import { changeTimeSettings, meetBrowserZone, readTimeSettings } from './settings.ts';

const documented = tagged('Time', {
  listOccurrences: {
    summary: 'List the occurrences of a repeat rule',
    description:
      'Stores nothing. Occurrences are computed in local time, then converted with the zone: a time that a clock change skips moves forward by the change, and of a repeated time the first one counts. The list ends early if the rule does.',
    errors: { 400: ['The repeat rule is not accepted: it never happens.'] },
  },
  parseTime: {
    summary: 'Read the time in a sentence',
    description:
      'Stores nothing. Reads days, times of day, durations, repeats and zones in English, German and Italian. A time of day that has passed is tomorrow’s, a date without a year is the next one, a bare hour from 1 to 6 is in the afternoon. Quoted text is ignored.',
    errors: { 400: ['`text` must have at most 1000 characters.'] },
  },
  readTimeSettings: {
    summary: 'Read the time settings',
    description:
      'The account’s time zone (the installation’s by default), the day summary, quiet hours and channels.',
  },
  changeTimeSettings: {
    summary: 'Change the time settings',
    description: 'Send the fields to change. Another zone moves every date that has no zone.',
    errors: { 400: ['Send at least one field to change.'] },
  },
});

const timeRead = keyOrSession.limited('timeReads');

export const timeRouter = router({
  occurrences: timeRead
    .meta(rest('POST', '/time/occurrences', documented.listOccurrences))
    .input(contract.occurrencesInput)
    .output(contract.occurrencesOutput)
    .mutation(async ({ input }) => {
      const calendar = await loadCalendar();
      calendar.checkRepeat(input.repeat, input.start);
      return { occurrences: calendar.occurrences(input) };
    }),

  parse: timeRead
    .meta(rest('POST', '/time/parse', documented.parseTime))
    .input(contract.parseTimeInput)
    .output(contract.parseTimeOutput)
    .mutation(({ ctx, input }) => parseTime(ctx.deps, ctx.caller.userId, input)),

  settings: keyOrSession
    .meta(rest('GET', '/time-settings', documented.readTimeSettings))
    .output(contract.timeSettingsOutput)
    .query(async ({ ctx: { deps, caller } }) => ({
      timeSettings: await readTimeSettings(deps, caller.userId),
    })),

  change: sessionOnly
    .meta(rest('PATCH', '/time-settings', documented.changeTimeSettings))
    .input(contract.changeTimeSettingsInput)
    .output(contract.timeSettingsOutput)
    .mutation(async ({ ctx: { deps, caller }, input }) => ({
      timeSettings: await changeTimeSettings(deps, caller.userId, input),
    })),

  meetBrowserZone: sessionOnly
    .input(contract.browserZoneInput)
    .output(contract.timeSettingsOutput)
    .mutation(async ({ ctx: { deps, caller }, input }) => ({
      timeSettings: await meetBrowserZone(deps, caller.userId, input.timeZone),
    })),
});
