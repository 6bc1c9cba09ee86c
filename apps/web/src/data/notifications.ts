import { useQuery } from '@tanstack/react-query';
import { trpc } from './client.ts';

/** What the service has told by itself, newest first. */
export const notificationsQuery = trpc.notifications.inApp.queryOptions({ limit: 50 });

/** How many of them are not read. The app's frame loads them. */
export function useUnreadCount(): number {
  const { data } = useQuery({ ...notificationsQuery, enabled: false });
  return data?.notifications.filter(({ readAt }) => readAt === null).length ?? 0;
}
