import type { InAppNotification } from '@jarvis/contract';
import { linkOptions } from '@tanstack/react-router';

/** Where a notification leads: its conversation, its schedule, or Today. */
export function notificationPlace({
  conversationId,
  scheduleId,
}: Pick<InAppNotification, 'conversationId' | 'scheduleId'>) {
  if (conversationId !== null) return linkOptions({ to: '/c/$conversationId', params: { conversationId } });
  if (scheduleId !== null) return linkOptions({ to: '/schedules', search: { schedule: scheduleId } });
  return linkOptions({ to: '/today' });
}
