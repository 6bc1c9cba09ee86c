import { expect, test } from 'vitest';
import { shortcutOf } from './keys.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {},
) => shortcutOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test('shortcuts are recognised by their keys', () => {
  expect(press('k', { ctrlKey: true })).toBe('palette');
  expect(press('K', { metaKey: true })).toBe('palette');
  expect(press('O', { ctrlKey: true, shiftKey: true })).toBe('newChat');
  expect(press('Escape', { shiftKey: true })).toBe('focus');
});

test('plain letters and other combinations are ignored', () => {
  expect(press('k')).toBeUndefined();
  expect(press('Escape')).toBeUndefined();
  expect(press('o', { ctrlKey: true })).toBeUndefined();
  expect(press('k', { ctrlKey: true, altKey: true })).toBeUndefined();
});

test('help opens wherever the keyboard has its slash', () => {
  expect(press('/', { ctrlKey: true })).toBe('help');
  expect(press('/', { ctrlKey: true, shiftKey: true })).toBe('help');
});
