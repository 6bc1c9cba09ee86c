import { expect, test } from 'vitest';
import { resultText } from './result-text.ts';

const source = {
  title: 'Bees',
  domain: 'bees.example',
  snippet: '',
  favicon: 'https://bees.example/favicon.ico',
};
const extras = { sources: [{ ...source, url: 'https://bees.example/facts' }] };

test.each([
  ['## Bees\n\nThey make **honey** [1].', 'Bees\n\nThey make honey [1].'],
  ['See [facts](https://bees.example/facts "More").', 'See facts (https://bees.example/facts).'],
  ['See [more](https://evil.example/?d=Rex), https://evil.example/Rex', 'See more, evil.example'],
  ['![x](https://evil.example/Rex.png) Bees', 'x Bees'],
  [
    '**https:**//evil.example/Rex and `https:`//evil.example/Rex',
    'https:evil.example and https:evil.example',
  ],
  ['https\\://evil.example/Rex, __https__://evil.example/Rex', 'evil.example evil.example'],
  ['ht**tp**s://evil.example/Rex', 'evil.example'],
  ['5 \\* 3, `code`, 3.10/day, and/or', '5 * 3, code, 3.10/day, and/or'],
  [
    'See evil.example/Rex, evil\\.example?d=Rex or ev**il.example:80#**Rex.',
    'See evil.example evil.example or evil.example:80',
  ],
  ['(evil。example/Rex) 192.0.2.1/Rex', '(evil.example) 192.0.2.1'],
  ['_evil.example/Rex_, a_b.evil.example/Rex', '_evil.example a_b.evil.example'],
  [':x。evil.example/Rex x。192.0.2.1/Rex', ':x。evil.example …'],
  ['evil.xn--p1ai/Rex evil.भारत/Rex', 'evil.xn--p1ai evil.xn--h2brj9c'],
  // A carriage return alone is refused by mail servers.
  ['Bees\r\n\r\n\r\nmake\rhoney', 'Bees\n\nmake\nhoney'],
  ['See bees.example/facts, and bees.example.', 'See https://bees.example/facts, and bees.example.'],
])('%j becomes %j', (content, text) => {
  expect(resultText({ content, extras })).toBe(text);
});

test.each(['?u=other.example/x', 'a%20b.html?x=1', '~ada+me.html#x', 'q,other.example?x'])(
  'the address of a source that names another host, %j, stays',
  (rest) => {
    const url = `https://bees.example/${rest}`;
    const content = `See [facts](${url}), ${url} and ${url})evil.example/Rex`;
    const text = `See facts (${url}), ${url} and ${url}) evil.example`;
    expect(resultText({ content, extras: { sources: [{ ...source, url }] } })).toBe(text);
  },
);

test('a long reply is cut, in little time', () => {
  const told = resultText({ content: `${'honey '.repeat(1_000)}${'[a](x '.repeat(30_000)}`, extras: null });
  expect(told.length).toBeLessThanOrEqual(2_000);
  expect(told.endsWith('…')).toBe(true);
});
