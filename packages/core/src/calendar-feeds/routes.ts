import { z } from 'zod';
import { open, router } from '../trpc.ts';
import { readCalendar } from './read-calendar.ts';

/**
 * The procedures for calendar programs; apps/api calls them in its own route. Not part of `appRouter`, and so not on
 * `/trpc`.
 */
export const calendarRoutes = router({
  read: open.input(z.string()).query(({ ctx, input }) => readCalendar(ctx, input)),
});
