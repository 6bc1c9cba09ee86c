import { useQuery } from '@tanstack/react-query';
import { trpc } from './service/client.ts';

/** The account's notifications, newest first. */
export const notificationsQuery = trpc.notifications.inApp.queryOptions({ limit: 50 });

/** The number of unread ones. The app's frame loads them. */
export function useUnreadCount(): number {
  const { data } = useQuery({ ...notificationsQuery, enabled: false });
  return data?.notifications.filter(({ readAt }) => readAt === null).length ?? 0;
}
