import { clearedOutput, listLookupsInput, webOutput } from '@jarvis/contract';
import { readNamesInUse } from '../connections/in-use.ts';
import { takeNewest } from '../page.ts';
import { rest, tagged } from '../rest.ts';
import { router, sessionOnly } from '../trpc.ts';
import { clearLookups } from './lookups.ts';
import { pageOfLookups } from './queries.ts';

const documented = tagged('Web', {
  readWebStatus: {
    summary: 'Read web-search status and history',
    description:
      'Says whether search is available here and switched on for the account, and lists lookups, newest first, at most 100 a page.',
  },
  clearWebHistory: {
    summary: 'Clear the lookup history',
    description: 'The search preference and stored conversations are untouched.',
  },
});

export const webRouter = router({
  history: sessionOnly
    .granted('lookups')
    .meta(rest('GET', '/web', documented.readWebStatus))
    .input(listLookupsInput)
    .output(webOutput)
    .query(async ({ ctx, input }) => ({
      searchConfigured: (await readNamesInUse(ctx.deps)).search !== null,
      enabled: ctx.caller.user.webSearchEnabled,
      lookups: await takeNewest(ctx, input, pageOfLookups),
    })),

  clear: sessionOnly
    .meta(rest('DELETE', '/web', documented.clearWebHistory))
    .output(clearedOutput)
    .mutation(async ({ ctx }) => ({
      ok: true as const,
      cleared: await clearLookups(ctx.deps, ctx.caller.userId),
    })),
});
