import * as contract from '@jarvis/contract';
import { existing } from '../errors.ts';
import { parseId } from '../ids.ts';
import { takeNewest } from '../page.ts';
import { rest, tagged } from '../rest.ts';
import { keyOrSession, router, sessionOnly } from '../trpc.ts';
import { markNotification, pageOfNotifications } from './queries.ts';

const documented = tagged(
  'Time',
  {
    listNotifications: {
      summary: 'List notifications',
      description: 'Newest first, at most 100 a page. For a repeat, only the latest one is listed.',
    },
    markNotification: {
      summary: 'Mark a notification as read',
      description: 'Keeps the first time of reading; `false` marks it as unread.',
    },
  },
  'Notification',
);

/** The service's notifications to the person. */
export const notificationsRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/notifications', documented.listNotifications))
    .input(contract.listNotificationsInput)
    .output(contract.notificationsOutput)
    .query(async ({ ctx, input }) => ({ notifications: await takeNewest(ctx, input, pageOfNotifications) })),

  inApp: sessionOnly
    .input(contract.listNotificationsInput)
    .output(contract.inAppNotificationsOutput)
    .query(async ({ ctx, input }) => ({ notifications: await takeNewest(ctx, input, pageOfNotifications) })),

  mark: keyOrSession
    .meta(rest('PATCH', '/notifications/{id}', documented.markNotification))
    .input(contract.readNotificationInput)
    .output(contract.notificationOutput)
    .mutation(async ({ ctx: { deps, caller }, input }) => {
      const id = parseId(input.id, 'Notification');
      const readAt = input.read ? deps.clock.nowIso() : null;
      const row = await markNotification.first(deps.db, { userId: caller.userId, id, readAt });
      const notification = existing(row, 'Notification');
      deps.changes.publish(caller.userId, 'notifications');
      return { notification };
    }),
});
