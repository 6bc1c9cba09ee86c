import { expect, test } from 'vitest';
import { restAfter } from './rest-after.ts';

test('a quick drawing is repeated thirty times a second', () => {
  expect(restAfter(0)).toBe(33);
  expect(restAfter(16)).toBe(33);
});

test('a slow drawing takes a third of the time', () => {
  expect(restAfter(100)).toBe(200);
});

test('a reply grows at least twice a second, also after a slow drawing', () => {
  expect(restAfter(10_000)).toBe(500);
});
