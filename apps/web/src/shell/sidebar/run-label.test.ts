import { expect, test } from 'vitest';
import { runLabel } from './run-label.ts';

const label = (title: string, name: string) =>
  runLabel({ title, createdAt: '2026-11-23T12:00:00.000Z' }, name, 'en-GB');

test('a run shows its day and time under the name of its schedule', () => {
  expect(label('Bees · 23 Nov', 'Bees')).toMatch(/^Mon,? 23 Nov, \d\d:\d\d$/);
  // A name that was too long for the title.
  expect(label('A very long… · 23 Nov', 'A very long name')).toMatch(/^Mon/);
});

test('a name given by a person is shown, also one older than its schedule’s', () => {
  for (const title of ['About bees', 'Bees', 'Wasps · 23 Nov']) expect(label(title, 'Bees')).toBe(title);
});
