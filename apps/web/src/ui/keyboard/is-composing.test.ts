import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test('the Enter that chooses a candidate belongs to the input method, also in Safari', () => {
  const press = (composing: boolean, keyCode: number) =>
    isComposing({ nativeEvent: { isComposing: composing }, keyCode });
  expect(press(true, 13)).toBe(true);
  expect(press(false, 229)).toBe(true);
  expect(press(false, 13)).toBe(false);
});
