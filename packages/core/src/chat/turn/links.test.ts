import { expect, test } from 'vitest';
import { LinkGuard } from './links.ts';

const guard = () => {
  const made = new LinkGuard();
  made.allow('See https://bees.example/facts?page=2 and www.honey.example for more.');
  return made;
};

test.each([
  ['[facts](https://bees.example/facts?page=2)', '[facts](https://bees.example/facts?page=2)'],
  ['https://bees.example/facts?page=2.', 'https://bees.example/facts?page=2.'],
  ['[home](https://bees.example/)', '[home](https://bees.example/)'],
  ['https://www.honey.example', 'https://www.honey.example'],
  ['[more](https://evil.example/?d=Rex)', 'more'],
  ['[more](https://bees.example/log?d=Rex)', 'more'],
  ['![x](https://evil.example/Rex.png)', ''],
  ['https://evil.example/Rex', 'evil.example'],
  ['<https://evil.example/?q=1>', '<evil.example>'],
  ['[a](<https://evil.example/?q=1>)', 'a'],
  ['[a](//evil.example/?q=1)', 'a'],
  ['[a](javascript:alert(1))', 'a)'],
  ['<img src="https://evil.example/Rex">', ''],
  ['[1]: https://evil.example/Rex', ''],
  ['A plain [1] citation stays.', 'A plain [1] citation stays.'],
  ['[section](#top)', '[section](#top)'],
  ['No link, 3 < 4 and a!', 'No link, 3 < 4 and a!'],
])('%s', (text, clean) => {
  expect(guard().clean(text)).toBe(clean);
});

test('cut into single characters, the stream gives the same text and never shows half an address', () => {
  const text =
    'Bees [1] like [flowers](https://bees.example/facts?page=2), see [more](https://evil.example/?d=Rex) or https://evil.example/Rex here! What? [x] done.';
  const whole = guard().clean(text);
  const streaming = guard();
  let shown = '';
  for (const char of text) {
    shown += streaming.push(char);
    expect(whole.startsWith(shown)).toBe(true);
  }
  expect(shown + streaming.flush()).toBe(whole);
});

test.each([
  '<a ',
  '[a](b (',
  '[',
  '![',
  '[[a]',
  'https://',
  '<a href=',
  '[a]: ',
  '[a](<',
  '\n[x]:',
  'www.',
  '](',
])('a reply of %j over and over is looked through in time in proportion', (piece) => {
  const text = piece.repeat(Math.ceil(150_000 / piece.length));
  const startMs = performance.now();
  guard().clean(text);
  const streaming = guard();
  for (let at = 0; at < 30_000; at += 10) streaming.push(text.slice(at, at + 10));
  streaming.flush();
  expect(performance.now() - startMs).toBeLessThan(8_000);
});
