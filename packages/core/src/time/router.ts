import {
  browserZoneInput,
  browserZoneOutput,
  changeTimeSettingsInput,
  occurrencesInput,
  occurrencesOutput,
  parseTimeInput,
  parseTimeOutput,
  timeSettingsOutput,
} from '@jarvis/contract';
import { rest } from '../rest.ts';
import { keyOrSession, router, sessionOnly } from '../trpc.ts';
import { documented } from './documentation.ts';
import { loadCalendar } from './occurrences.ts';
import { parseTime } from './parse.ts';
import { changeTimeSettings, meetBrowserZone, readTimeSettings } from './settings.ts';

const timeRead = keyOrSession.limited('timeReads');

export const timeRouter = router({
  occurrences: timeRead
    .meta(rest('POST', '/time/occurrences', documented.occurrences))
    .input(occurrencesInput)
    .output(occurrencesOutput)
    .mutation(async ({ input }) => {
      const calendar = await loadCalendar();
      calendar.checkRepeat(input.repeat, input.start);
      return { occurrences: calendar.occurrences(input) };
    }),

  parse: timeRead
    .meta(rest('POST', '/time/parse', documented.parse))
    .input(parseTimeInput)
    .output(parseTimeOutput)
    .mutation(({ ctx, input }) => parseTime(ctx.deps, ctx.caller.userId, input)),

  settings: keyOrSession
    .meta(rest('GET', '/time-settings', documented.settings))
    .output(timeSettingsOutput)
    .query(async ({ ctx: { deps, caller } }) => ({
      timeSettings: await readTimeSettings(deps, caller.userId),
    })),

  change: sessionOnly
    .meta(rest('PATCH', '/time-settings', documented.change))
    .input(changeTimeSettingsInput)
    .output(timeSettingsOutput)
    .mutation(async ({ ctx: { deps, caller }, input }) => ({
      timeSettings: await changeTimeSettings(deps, caller.userId, input),
    })),

  meetBrowserZone: sessionOnly
    .input(browserZoneInput)
    .output(browserZoneOutput)
    .mutation(({ ctx: { deps, caller }, input }) => meetBrowserZone(deps, caller.userId, input.timeZone)),
});
