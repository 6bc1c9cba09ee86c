import { processorMs } from '@jarvis/testkit';
import { expect, test } from 'vitest';
import { passagesOf } from './passages.ts';

const passages = (text: string) =>
  passagesOf({ problem: null, pages: null, pieces: [{ page: null, text }] }).passages.map(
    ({ content }) => content,
  );

test('passages end with a line, a sentence or a word, and together are the whole text', () => {
  const text = `${'word '.repeat(150)}end.\n${'x'.repeat(900)} ${'😀'.repeat(900)}`;
  const found = passages(text);
  expect(found.join('')).toBe(text);
  expect(found[0]).toMatch(/end\.\n$/);
  expect(found.every((content) => content.length <= 800 && content.isWellFormed())).toBe(true);
});

test('a text without any break is cut without searching back to its beginning each time', () => {
  const text = 'щ'.repeat(2_000_000);
  expect(passages(text)).toHaveLength(2_500);
  expect(processorMs(() => passages(text))).toBeLessThan(300);
});
