import { expect, it } from 'vitest';
import { bitsMax, likeness, storedVector } from './vectors.ts';

const vector = Array.from({ length: 700 }, (_, i) => Math.sin(i + 1) / 10);

it('keeps the direction of a vector, whatever its length', () => {
  const { bits, exact } = storedVector(vector);
  expect(bits).toMatch(new RegExp(`^[01]{${bitsMax}}$`));
  expect(exact).toHaveLength(700);
  expect(likeness(vector, exact)).toBeCloseTo(1, 3);
  expect(
    likeness(
      vector.map((x) => -5 * x),
      exact,
    ),
  ).toBeCloseTo(-1, 3);
});

it('fills the bits of a short vector up, and a vector of nothing is like nothing', () => {
  expect(storedVector([0.5, -0.5]).bits).toBe('1'.padEnd(bitsMax, '0'));
  const nothing = storedVector([0, 0]);
  expect(likeness([0.5, -0.5], nothing.exact)).toBe(0);
  expect(likeness([0, 0], storedVector([0.5, -0.5]).exact)).toBe(0);
});
