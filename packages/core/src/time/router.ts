import { occurrencesInput, occurrencesOutput, parseTimeInput, parseTimeOutput } from '@jarvis/contract';
import { rest } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { loadCalendar } from './occurrences.ts';
import { parseTime } from './parse.ts';

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
    .mutation(({ ctx, input }) => parseTime(ctx.deps, input)),
});
