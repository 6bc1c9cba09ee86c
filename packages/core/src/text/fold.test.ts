import { expect, test } from 'vitest';
import { capMarks, fold, wordsOf } from './fold.ts';

test('texts that differ only in case and accents are equal', () => {
  for (const text of ['CAFÉ', 'café', 'cafe\u0301']) expect(fold(text)).toBe('cafe');
  expect(fold('Straße')).toBe('strasse');
  expect(wordsOf("Ada's Größe: 42!")).toEqual(['ada', 's', 'grosse', '42']);
  expect(wordsOf('Ada’s “dog”—Rex ‣ Ⅻ Кот')).toEqual(['ada', 's', 'dog', 'rex', 'xii', 'кот']);
  expect(wordsOf('Ada’s “dog”—Rex')).toEqual(['ada', 's', 'dog', 'rex']);
});

test('of each run of combining marks only the first thirty are normalised', () => {
  const marks = '\u0301\u0316'.repeat(4_000);
  expect(capMarks(`a${marks}b${marks}`)).toBe(`a${marks.slice(0, 30)}b${marks.slice(0, 30)}`);
  const halfWidth = '\uff9e\u0301'.repeat(4_000);
  expect(capMarks(halfWidth)).toHaveLength(30);
  expect(capMarks('é ü ก็')).toBe('é ü ก็');
});
