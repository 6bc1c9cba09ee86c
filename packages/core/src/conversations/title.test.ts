import { expect, test } from 'vitest';
import { makeKey } from '../auth/api-key-format.ts';
import { titleFrom, titleFromModel } from './title.ts';

test('a short first line is the title, unchanged', () => {
  expect(titleFrom('Plan a trip\nto Turin')).toBe('Plan a trip');
  expect(titleFrom('\n\n  Hello\tthere  ')).toBe('Hello there');
});

test('a long line is cut at a word, at most 60 characters', () => {
  const title = titleFrom('word '.repeat(30));
  expect([...title].length).toBeLessThanOrEqual(60);
  expect(title).toMatch(/ word$/);
  expect('word '.repeat(30).startsWith(title)).toBe(true);
});

test('a key is cut to its prefix before the line is cut to its length', () => {
  const { key, prefix } = makeKey();
  expect(titleFrom(`Is ${key} mine?`)).toBe(`Is ${prefix}… mine?`);
  expect(titleFrom(`${'word '.repeat(4)}${key}`)).toBe(`${'word '.repeat(4)}${prefix}…`);
});

test('a line without spaces is cut between code points', () => {
  const title = titleFrom('🦉'.repeat(100));
  expect([...title]).toHaveLength(60);
  expect(title.isWellFormed()).toBe(true);
});

test('a model’s title is taken only in the form of a title', () => {
  expect(titleFromModel('"A trip to Turin."')).toBe('A trip to Turin');
  expect(titleFromModel('Title: A trip')).toBe('A trip');
  expect(titleFromModel('')).toBeUndefined();
  expect(titleFromModel('one\ntwo')).toBeUndefined();
  expect(titleFromModel('x'.repeat(61))).toBeUndefined();
});

test.each([
  ['-'.repeat(70), '-'.repeat(60)],
  ['–'.repeat(70), '–'.repeat(60)],
  [`${'-'.repeat(30)} ${'-'.repeat(40)}`, '-'.repeat(30)],
  [`${'-'.repeat(70)} Plan a trip`, '-'.repeat(60)],
  [`${'word '.repeat(11)}– ${'word '.repeat(3)}`, 'word '.repeat(11).trim()],
])('%s keeps its punctuation when it has nothing else', (line, title) => {
  expect(titleFrom(line)).toBe(title);
});
