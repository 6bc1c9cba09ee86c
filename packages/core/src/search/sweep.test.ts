import { expect, test } from 'vitest';
import {
  countOf,
  messagesOf,
  nearby,
  rarity,
  saturated,
  subjectPart,
  subjectPlaces,
  sweep,
} from './sweep.ts';

/** The places of each word, by conversation. */
type Places = Readonly<Record<string, readonly number[]>>;

const sweepOf = (terms: readonly Places[], placesMax: number) =>
  sweep(
    terms.map((places) => ({ hits: Object.entries(places) })),
    placesMax,
  );

/** The score of every place by every word, straight from the definition. */
function naive(terms: readonly Places[]): Map<string, number> {
  const scores = new Map<string, number>();
  const counts = terms.map((places) => countOf(Object.entries(places)));
  for (const id of new Set(terms.flatMap(Object.keys))) {
    for (let place = 1; place <= 200; place += 1) {
      let score = 0;
      for (const [i, hits] of terms.entries()) {
        const distances = (hits[id] ?? []).map((at) => Math.abs(at - place));
        const sum = (of: (distance: number) => number) => distances.reduce((total, d) => total + of(d), 0);
        const beside = sum((d) => nearby[d] ?? 0);
        const subject = sum((d) => Math.max(0, 1 - d / (subjectPlaces + 1)));
        score +=
          rarity(counts[i] ?? 0, messagesOf(counts)) * (saturated(beside) + subjectPart * saturated(subject));
      }
      if (score > 0) scores.set(`${id} ${place}`, score);
    }
  }
  return scores;
}

/** The same numbers from the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('scores follow the definition (%i)', (seed) => {
  const random = randomFrom(seed);
  const terms = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
    Object.fromEntries(
      ['a', 'b', 'c']
        .filter(() => random() < 0.7)
        .map((id) => [id, Array.from({ length: 150 }, (_, i) => i + 1).filter(() => random() < 0.1)]),
    ),
  );
  const found = sweepOf(terms, 1_000);
  const expected = naive(terms);
  expect(found).toHaveLength(expected.size);
  for (const { id, place, score } of found) {
    expect(score).toBeCloseTo(expected.get(`${id} ${place}`) ?? 0, 9);
  }
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
});

test('of many places the best are returned', () => {
  const random = randomFrom(9);
  const places = Array.from({ length: 3_000 }, (_, i) => i + 1);
  const terms = [1, 2, 3].map(() => ({ a: places.filter(() => random() < 0.1) }));
  expect(sweepOf(terms, 20)).toEqual(sweepOf(terms, 10_000).slice(0, 20));
});

test('the order of a word’s hits makes no difference', () => {
  const places = [3, 12, 90, 91, 94, 150];
  const [sorted, shuffled] = [places, [91, 3, 150, 12, 94, 90]].map((a) =>
    sweepOf([{ a }, { a: [92] }], 1_000),
  );
  expect(shuffled).toEqual(sorted);
});

test('without hits there is no match', () => {
  expect(sweepOf([], 10)).toEqual([]);
  expect(sweepOf([{}], 10)).toEqual([]);
});

test('a place with both words ranks above one with many of either', () => {
  const [best] = sweepOf([{ a: [10, 50, 51, 52] }, { a: [10, 90, 91, 92] }], 10);
  expect(best).toMatchObject({ id: 'a', place: 10 });
});

test('a rare word counts more than a common one, and the later of two equals comes first', () => {
  const common = Array.from({ length: 40 }, (_, i) => 100 + 20 * i);
  expect(sweepOf([{ a: common }, { b: [30] }], 10)[0]).toMatchObject({ id: 'b', place: 30 });
  expect(sweepOf([{ a: [20, 60] }], 10)[0]).toMatchObject({ place: 60 });
});

test('messages beside a hit are found with it, within their conversation', () => {
  const found = sweepOf([{ a: [1] }], 10);
  expect(found.slice(0, 3).map(({ place }) => place)).toEqual([1, 2, 3]);
  expect(found.every(({ id, place }) => id === 'a' && place >= 1)).toBe(true);
});
