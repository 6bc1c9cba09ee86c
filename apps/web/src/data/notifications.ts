import { trpc } from './client.ts';

/** What the service has told by itself, newest first. */
export const notificationsQuery = trpc.notifications.inApp.queryOptions({ limit: 50 });
