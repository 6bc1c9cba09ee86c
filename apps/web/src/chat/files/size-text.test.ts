import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [1, 'en', '1 byte'],
  [820, 'en', '820 bytes'],
  [49_152, 'en', '48\u00A0KiB'],
  [2.44 * 1024 * 1024, 'de', '2,4\u00A0MiB'],
  [25 * 1024 * 1024, 'it', '25\u00A0MiB'],
])('%d bytes in %s are %s', (bytes, locale, text) => {
  expect(sizeText(bytes, locale)).toBe(text);
});
