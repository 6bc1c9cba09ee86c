import { expect, test } from 'vitest';
import { markHits } from './mark-hits.ts';

const hits = (text: string, q: string) =>
  markHits(text, q)
    .filter((piece) => piece.hit)
    .map((piece) => piece.text);

test('a match is found regardless of case and accents', () => {
  expect(hits('Das Café, das CAFE', 'cafe')).toEqual(['Café', 'CAFE']);
  expect(hits('Straße', 'strasse')).toEqual(['Straße']);
  expect(hits('ΟΔΟΣ, οδός', 'οδός')).toEqual(['ΟΔΟΣ', 'οδός']);
  expect(hits('Łódź and Ærø', 'łodz')).toEqual(['Łódź']);
  expect(hits('Łódź and Ærø', 'aero')).toEqual(['Ærø']);
  expect(hits('각각', '가')).toEqual(['각', '각']);
});

test('no text is lost or duplicated', () => {
  for (const q of ['a', 'ss', 'é', 'x', '', '👍']) {
    const text = 'Große Straße, café à la carte 👍👍 aa';
    expect(
      markHits(text, q)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  }
});

test('special characters of patterns are ordinary', () => {
  expect(hits('100% of a.b', '%')).toEqual(['%']);
  expect(hits('100% of a.b', 'a.b')).toEqual(['a.b']);
});
