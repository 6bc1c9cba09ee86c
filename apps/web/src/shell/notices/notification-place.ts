import type { InAppNotification } from '@jarvis/contract';
import { type Address, conversationAddress, scheduleAddress } from '../../routing/addresses.ts';

/** Where a notification leads: its conversation, its schedule, or Today. */
export function notificationPlace({
  conversationId,
  scheduleId,
}: Pick<InAppNotification, 'conversationId' | 'scheduleId'>): Address {
  if (conversationId !== null) return conversationAddress(conversationId);
  if (scheduleId !== null) return scheduleAddress(scheduleId);
  return '/today';
}
