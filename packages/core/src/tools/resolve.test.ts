import { expect, test } from 'vitest';
import { resolve } from './resolve.ts';

const rows = [
  { id: '01', text: 'Tax return 2025', open: true },
  { id: '02', text: 'Milk', open: true },
  { id: '03', text: 'Oat milk', open: true },
  { id: '04', text: 'Call the dentist', open: true },
  { id: '05', text: 'Call the plumber', open: false },
  { id: '06', text: 'Café besuchen', open: true },
];
const find = (words: string, wantsOpen = false) =>
  resolve(
    words,
    rows,
    ({ text }) => text,
    ({ open }) => wantsOpen && open,
  );
const found = (words: string, wantsOpen = false) => {
  const resolved = find(words, wantsOpen);
  return 'found' in resolved ? resolved.found.text : resolved.reason;
};

test('an id, an exact title, and some of its words name one row', () => {
  expect(found('03')).toBe('Oat milk');
  expect(found('milk')).toBe('Milk');
  expect(found('the tax one')).toBe('Tax return 2025');
  expect(found('dentist')).toBe('Call the dentist');
  expect(found('CAFE')).toBe('Café besuchen');
  expect(found('dentists')).toBe('Call the dentist');
});

test('titles with the same words are told apart by their signs', () => {
  const titles = ['Learn C++', 'Learn C#', '🎂'].map((text, index) => ({ id: String(index), text }));
  const named = (words: string) => resolve(words, titles, ({ text }) => text);
  expect(named('learn c#')).toMatchObject({ found: { id: '1' } });
  expect(named('Learn C++.')).toMatchObject({ found: { id: '0' } });
  expect(named('Learn C')).toMatchObject({ reason: 'ambiguous' });
  expect(named('🎂')).toMatchObject({ found: { id: '2' } });
  for (const words of ['🚀', '', '#']) expect(named(words)).toEqual({ reason: 'not_found' });
});

test('a typing error is tolerated', () => {
  expect(found('Tax retrun 2025')).toBe('Tax return 2025');
  expect(found('millk')).toBe('Milk');
});

test('equally good matches are ambiguous, unless only one is in the wanted state', () => {
  expect(find('call')).toMatchObject({ reason: 'ambiguous', candidates: [{ id: '04' }, { id: '05' }] });
  expect(found('call', true)).toBe('Call the dentist');
});

test('words without a match find nothing', () => {
  for (const words of ['roof', 'the', '', 'xyz abc']) expect(found(words)).toBe('not_found');
});
