import { expect, test } from 'vitest';
import { redrawPause } from './redraw-pause.ts';

test('a quick drawing is repeated thirty times a second', () => {
  expect(redrawPause(0)).toBe(33);
  expect(redrawPause(16)).toBe(33);
});

test('a slow drawing takes a third of the time', () => {
  expect(redrawPause(100)).toBe(200);
});

test('a reply grows at least twice a second, also after a slow drawing', () => {
  expect(redrawPause(10_000)).toBe(500);
});
