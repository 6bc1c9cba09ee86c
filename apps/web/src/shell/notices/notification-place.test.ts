import { expect, test } from 'vitest';
import { notificationPlace } from './notification-place.ts';

test('a notification leads to its conversation, its schedule, or Today', () => {
  expect(notificationPlace({ conversationId: 'c', scheduleId: 's' })).toBe('/c/c');
  expect(notificationPlace({ conversationId: null, scheduleId: 's' })).toBe('/schedules?schedule=s');
  expect(notificationPlace({ conversationId: null, scheduleId: null })).toBe('/today');
});
