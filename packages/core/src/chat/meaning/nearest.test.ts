import { expect, it } from 'vitest';
import { withMeaning } from './nearest.ts';

const at = (place: number, score: number) => ({ conversationId: 'c', place, score });

it('the nearest in meaning counts half of what fits best by its words, and is added to it', () => {
  const byWords = [at(1, 8), at(2, 6), at(3, 1)];
  expect(withMeaning(byWords, [at(9, 1), at(3, 0.5), at(2, 0.25)])).toEqual([
    at(1, 8),
    at(2, 7),
    at(9, 4),
    at(3, 3),
  ]);
});

it('without a word that is found the meaning decides', () => {
  expect(withMeaning([], [at(9, 0.4), at(3, 1)]).map(({ place }) => place)).toEqual([3, 9]);
});
