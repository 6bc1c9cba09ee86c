import { costOfDoubling } from '@jarvis/testkit';
import { expect, test } from 'vitest';
import { sameMeaning } from '../language/same-meaning.ts';
import { lookedUp, termsOf } from './terms.ts';

test('names and numbers come first, function words of three languages are left out', () => {
  const words = termsOf('what was the number of the invoice that Harlow got?');
  expect(words.slice(0, 3)).toEqual(['harlow', 'invoice', 'number']);
  expect(termsOf('Wie heißt denn noch mal der Hund?')).toEqual(['hund', 'heisst']);
  expect(termsOf('Dove sono le chiavi?')).toEqual(['chiavi']);
  expect(termsOf('And what is it?')).toEqual([]);
});

test('for a long message a dozen words are looked up, those of its first and last sentences first', () => {
  const middle = Array.from({ length: 300 }, (_, i) => `filler${String.fromCharCode(97 + (i % 26))}`).join(
    ' ',
  );
  const found = termsOf(`Look at my lease. ${middle}. Which deposit did we pay?`);
  expect(found).toHaveLength(12);
  expect(found).toEqual(expect.arrayContaining(['lease', 'deposit']));
});

test('words lead to their translations, compounds to their parts', () => {
  expect(sameMeaning('Schwester')).toContain('sorella');
  expect(sameMeaning('Schuhgröße')).toEqual(expect.arrayContaining(['schuh', 'scarpe', 'taglia']));
  expect(sameMeaning('Quittungsblock')).toEqual([]);
});

test('a run of letters takes time in proportion to its length', () => {
  expect(costOfDoubling((chars) => sameMeaning('a'.repeat(chars)), 4_000)).toBeLessThan(3);
});

test('the same number of words is looked up for every message, each with its synonyms', () => {
  expect(lookedUp(['schwester'])).toEqual([
    expect.stringMatching(/^schwester .*sister/),
    ...Array(11).fill(''),
  ]);
});
