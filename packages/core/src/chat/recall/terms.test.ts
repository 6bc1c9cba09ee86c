import { expect, test } from 'vitest';
import { sameMeaning } from './same-meaning.ts';
import { termsOf } from './terms.ts';

const words = (message: string) => termsOf(message).map(({ word }) => word);

test('names and numbers come first, function words of three languages are left out', () => {
  expect(words('what was the number of the invoice that Harlow got?')).toEqual([
    'Harlow',
    'invoice',
    'number',
    'got',
  ]);
  expect(words('Wie heißt denn noch mal der Hund?')).toEqual(['Hund', 'heißt']);
  expect(words('Dove sono le chiavi?')).toEqual(['chiavi']);
  expect(words('And what is it?')).toEqual([]);
});

test('of a long message a dozen words are looked up, those of its first and last sentence above all', () => {
  const middle = Array.from({ length: 300 }, (_, i) => `filler${String.fromCharCode(97 + (i % 26))}`).join(
    ' ',
  );
  const found = words(`Look at my lease. ${middle}. Which deposit did we pay?`);
  expect(found).toHaveLength(12);
  expect(found).toEqual(expect.arrayContaining(['lease', 'deposit']));
});

test('words lead to those of other languages, compounds to their parts', () => {
  expect(sameMeaning('Schwester')).toContain('sorella');
  expect(sameMeaning('Schuhgröße')).toEqual(expect.arrayContaining(['schuh', 'scarpe', 'taglia']));
  expect(sameMeaning('Quittungsblock')).toEqual([]);
});
