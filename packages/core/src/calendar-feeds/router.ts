import * as contract from '@jarvis/contract';
import { z } from 'zod';
import { rest, tagged } from '../rest.ts';
import { open, router, sessionOnly } from '../trpc.ts';
import { createCalendarFeed, endCalendarFeed } from './calendar-feeds.ts';
import { selectCalendarFeeds } from './queries.ts';
import { readCalendar } from './read-calendar.ts';

const documented = tagged(
  'Time',
  {
    listCalendarFeeds: {
      summary: 'List calendar addresses',
      description: 'Newest first, including revoked ones. The addresses themselves are never shown again.',
    },
    createCalendarFeed: {
      summary: 'Make a calendar address',
      description: `A secret address for calendar programs. It is shown only in this answer: only a hash is stored. At most ${contract.limits.calendarFeedsMax} are active at a time.`,
      errors: { 400: [contract.shownRefusals.calendarFeedsMax] },
    },
    revokeCalendarFeed: {
      summary: 'Revoke a calendar address',
      description:
        'Takes effect at its next read. Revoking again is not an error and keeps the first `revokedAt`.',
    },
  },
  'Calendar address',
);

/** For sessions only: a leaked key must not leave an address behind. */
export const calendarFeedsRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/calendar-feeds', documented.listCalendarFeeds))
    .output(contract.calendarFeedsOutput)
    .query(async ({ ctx: { deps, caller } }) => ({
      calendarFeeds: await selectCalendarFeeds(deps.db, { userId: caller.userId }),
    })),

  create: sessionOnly
    .limited('calendarFeedCreation')
    .meta(rest('POST', '/calendar-feeds', documented.createCalendarFeed))
    .input(contract.createCalendarFeedInput)
    .output(contract.createdCalendarFeedOutput)
    .mutation(({ ctx, input }) => createCalendarFeed(ctx.deps, ctx.caller, input.form)),

  revoke: sessionOnly.ok
    .meta(rest('DELETE', '/calendar-feeds/{id}', documented.revokeCalendarFeed))
    .input(contract.calendarFeedById)
    .mutation(({ ctx, input }) => endCalendarFeed(ctx.deps, ctx.caller.userId, input.id)),
});

/**
 * The procedures for calendar programs; apps/api calls them in its own route. Not part of `appRouter`, and so not on
 * `/trpc`.
 */
export const calendarRoutes = router({
  read: open.input(z.string()).query(({ ctx, input }) => readCalendar(ctx, input)),
});
