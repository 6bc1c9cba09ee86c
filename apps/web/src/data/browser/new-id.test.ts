import { expect, test } from 'vitest';
import { newId, timeOfId } from './new-id.ts';

test('an id is a UUIDv7 that contains its time', () => {
  const before = Date.now();
  const id = newId();
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(timeOfId(id)).toBeGreaterThanOrEqual(before);
  expect(timeOfId(id)).toBeLessThanOrEqual(Date.now());
  expect(newId()).not.toBe(id);
});

test('other ids have no time', () => {
  expect(timeOfId('5f0c7a52-8e9a-4c57-9b0a-0b6f1d0f7c11')).toBeUndefined();
});
