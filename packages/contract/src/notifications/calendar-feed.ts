import { z } from 'zod';
import { byId, described, id, shownText, timestamp } from '../primitives/text.ts';

const calendarForms = ['events', 'tasks'] as const;
const form = described(
  z.enum(calendarForms),
  '`events`: tasks with a date and their repeats, for any calendar program; `tasks`: the open tasks.',
  'events',
);

/** An address for calendar programs. Never contains the address itself. */
export const calendarFeed = z
  .object({
    id: id(),
    form,
    prefix: shownText(
      'The first characters of the secret in the address, to tell addresses apart.',
      '3fKd92L',
    ),
    createdAt: timestamp(),
    readAt: timestamp('When it was last read, at most a minute stale; null before that.').nullable(),
    revokedAt: timestamp('When it was revoked; null while it is active.')
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'CalendarFeed', description: 'A calendar address, without the address itself.' });
export type CalendarFeed = z.infer<typeof calendarFeed>;
export type CalendarForm = CalendarFeed['form'];

export const createCalendarFeedInput = z.object({ form: form.default('events') });
export const calendarFeedById = byId('calendar address');

export const calendarFeedsOutput = z.object({ calendarFeeds: z.array(calendarFeed) });
export const createdCalendarFeedOutput = z.object({
  calendarFeed,
  url: described(
    z.url(),
    'The address itself. Store it now: it is never shown again.',
    'https://jarvis.example.org/calendar/3fKd92LmQx8sVbN1tYwR5uHcJ7aZpE0oGiXvB4nTkWq.ics',
  ),
});
