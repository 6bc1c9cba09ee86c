import { expect, test } from 'vitest';
import { stem, stemsOf } from './stems.ts';

test.each([
  ['dentist', 'dentists'],
  ['report', 'reporting'],
  ['schwester', 'schwestern'],
  ['haus', 'hauser'],
  ['gatto', 'gatti'],
  ['chiamare', 'chiamato'],
  ['allergie', 'allergic'],
])('%s and %s have one stem', (a, b) => {
  expect(stem(a)).toBe(stem(b));
  expect(a.startsWith(stem(a))).toBe(true);
});

test.each([
  ['milk', 'mill'],
  ['tax', 'taxi'],
  ['blue', 'blu'],
  ['rex', 'rest'],
])('%s and %s have two stems', (a, b) => {
  expect(stem(a)).not.toBe(stem(b));
});

test('function words of the three languages have no stem, however they are spelled', () => {
  expect(stemsOf('What was THE number for my sister’s flat?')).toEqual(
    new Set([stem('number'), stem('sister'), stem('flat')]),
  );
  expect(stemsOf('Für den Hund')).toEqual(new Set(['hund']));
  expect(stemsOf('Perché il cane?')).toEqual(new Set([stem('cane')]));
});
