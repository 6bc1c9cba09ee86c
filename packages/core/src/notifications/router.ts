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

  /** Ignores those that are missing: one may have been removed since the page read the list. */
  read: sessionOnly.ok
    .input(contract.readNotificationsInput)
    .mutation(async ({ ctx: { deps, caller }, input }) => {
      const ids = input.ids.map((id) => parseId(id, 'Notification'));
      const [{ userId }, readAt] = [caller, deps.clock.nowIso()];
      // One by one: otherwise the planner scans all of the account's notifications.
      await deps.db.transaction(async (tx) => {
        for (const id of ids) await markNotification(tx, { userId, id, readAt });
      });
      deps.changes.publish(caller.userId, 'notifications');
    }),

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
