import { expect, test } from 'vitest';
import { hasKeysAfter } from './has-keys.ts';

const press = (key: string, code: string, inText = true) => ({ key, code, inText });

test('a key of a keyboard shows that there is one, with any pointer', () => {
  expect(hasKeysAfter(false, press('a', 'KeyA'), 0)).toBe(true);
  expect(hasKeysAfter(false, press('Tab', 'Tab', false), 0)).toBe(true);
  // Next to it, a tablet shows a bar of suggestions.
  expect(hasKeysAfter(false, press('a', 'KeyA'), 69)).toBe(true);
  // A desktop input method.
  expect(hasKeysAfter(true, press('Process', 'KeyN'), 0)).toBe(true);
});

test('an on-screen keyboard does not count: on Android it names no key, on iOS it covers the page', () => {
  expect(hasKeysAfter(true, press('Unidentified', ''), 0)).toBe(false);
  expect(hasKeysAfter(true, press('a', 'KeyA'), 291)).toBe(false);
});

test('Enter shows nothing, and neither does a form that the browser fills in', () => {
  for (const before of [true, false]) {
    expect(hasKeysAfter(before, press('Enter', 'Enter'), 0)).toBe(before);
    expect(hasKeysAfter(before, press('Enter', ''), 0)).toBe(before);
    expect(hasKeysAfter(before, press('', '', false), 0)).toBe(before);
  }
});
