import { z } from 'zod';
import { open, router } from '../trpc.ts';
import { readCalendar } from './read-calendar.ts';

/** What calendar programs ask for: apps/api calls it for a route of its own. Not part of `appRouter`, so not on `/trpc`. */
export const calendarRoutes = router({
  read: open.input(z.string()).query(({ ctx, input }) => readCalendar(ctx, input)),
});
