import { expect, test } from 'vitest';
import { notificationPlace } from './notification-place.ts';

test('a notification leads to its conversation, its schedule, or Today', () => {
  expect(notificationPlace({ conversationId: 'c', scheduleId: 's' })).toEqual({
    to: '/c/$conversationId',
    params: { conversationId: 'c' },
  });
  expect(notificationPlace({ conversationId: null, scheduleId: 's' })).toEqual({
    to: '/schedules',
    search: { schedule: 's' },
  });
  expect(notificationPlace({ conversationId: null, scheduleId: null })).toEqual({ to: '/today' });
});
