import { expect, test } from 'vitest';
import { textValue } from './ics.ts';

test('a text stays one value: nothing in it ends its line, and a pasted tab does not join two words', () => {
  expect(textValue('Call\tBob;\u0007 1,2\r\nBEGIN:VALARM\\')).toBe('Call\tBob\\; 1\\,2\\nBEGIN:VALARM\\\\');
});
