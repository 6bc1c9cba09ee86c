import { expect, test } from 'vitest';
import { safeNext } from './addresses.ts';

test('sign-in leads back to pages of this app only', () => {
  expect(safeNext('/tasks')).toBe('/tasks');
  expect(safeNext('/c/1?m=2#end')).toBe('/c/1?m=2#end');
  for (const bad of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '//[',
    ['//evil.example'],
    'javascript:x',
    '',
    7,
    '/sign-in',
  ]) {
    expect(safeNext(bad)).toBeUndefined();
  }
});
