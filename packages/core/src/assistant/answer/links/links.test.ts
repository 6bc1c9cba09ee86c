import { costOfDoubling } from '@jarvis/testkit';
import { whole } from '@jarvis/testkit/whole';
import { expect, test } from 'vitest';
import { LinkGuard } from './links.ts';

const guard = () => {
  const made = new LinkGuard();
  made.known.allow('See https://bees.example/facts?page=2 and www.honey.example for more.');
  return made;
};

test.each([
  ['[facts](https://bees.example/facts?page=2)', '[facts](https://bees.example/facts?page=2)'],
  ['https://bees.example/facts?page=2.', 'https://bees.example/facts?page=2.'],
  ['https://bees.example/facts/?page=2', 'bees.example'],
  ['www.honey.example\\\\', 'www.honey.example \\\\'],
  ['[home](https://bees.example/)', '[home](https://bees.example/)'],
  ['https://www.honey.example', 'https://www.honey.example'],
  ['[more](https://evil.example/?d=Rex)', 'more'],
  ['[more](https://bees.example/log?d=Rex)', 'more'],
  ['![x](https://evil.example/Rex.png)', ''],
  ['https://evil.example/Rex', 'evil.example'],
  ['<https://evil.example/?q=1>', '<evil.example>'],
  ['<https://evil.example:80/Rex>', '< evil.example:80>'],
  [
    '[A](https://bees.example/facts?page=2)[B](https://evil.example/Rex)',
    '[A](https://bees.example/facts?page=2) B',
  ],
  ['[a](<https://evil.example/?q=1>)', 'a'],
  ['[a](//evil.example/?q=1)', 'a'],
  ['![a] (//evil.example/?q=1)', '![a (evil.example)'],
  ['f[1] (e.g. a)', 'f[1] (e.g. a)'],
  ['//evil.example/Rex', 'evil.example'],
  ['i //= 2.5 //Done. See above.', 'i //= 2.5 //Done. See above.'],
  ['a//b.c/d', 'a//b.c/d'],
  ['[a](javascript:alert(1))', 'a'],
  ['<img src="https://evil.example/Rex">', '< img src="evil.example">'],
  ['[1]: https://evil.example/Rex', '[1] : evil.example'],
  ['[1]: //evil.example/Rex', '[1] : evil.example'],
  ['[1]: https://bees.example/facts?page=2', '[1]: https://bees.example/facts?page=2'],
  ['[^1]: Bees, 2026', '[^1]: Bees, 2026'],
  ['[![x](https://evil.example/Rex.png)](https://bees.example/)', '[](https://bees.example/)'],
  ['[a [b](https://evil.example/Rex) c](https://bees.example/)', '[a b c](https://bees.example/)'],
  ['[a](<https://evil.example/Rex> "b") c', 'a c'],
  ['[a](    mailto:)', 'a'],
  ['![a]( <//evil.example/Rex> )', ''],
  ['[a](&sol;/evil.example/Rex)', 'a'],
  ['<a href="https://evil.example/Rex">a</a>', '< a href="evil.example">a</a>'],
  ['<a href="https://bees.example/">a</a>', '<a href="https://bees.example/" >a</a>'],
  ['<a href="/" onclick="go()">a</a>', '< a href="/" onclick="go()">a</a>'],
  ['<img\nsrc=https://evil.example/Rex>', '< img\nsrc=evil.example>'],
  ['<img/src=//evil.example/Rex>', '< img/src=evil.example>'],
  ['if (i <n && f(x) > 0) <T = any[]>(a)', 'if (i < n && f(x) > 0) <T = any[]>(a)'],
  ['<input type="checkbox" disabled checked="">', '<input type="checkbox" disabled checked="">'],
  ['<div class="a b" id="c">b</div>', '<div class="a b" id="c">b</div>'],
  ['interface A<T extends object = {}, U = T> {}', 'interface A<T extends object = {}, U = T> {}'],
  ['<Route path="home" element={home} />', '<Route path="home" element={home} />'],
  ['<link rel="stylesheet" href="/a.css">', '< link rel="stylesheet" href="/a.css">'],
  ['<div class="https://evil.example/Rex">', '<div class="evil.example">'],
  [
    '<im<img src=//evil.example/Rex>g src=//evil.example/Rex>',
    '< im< img src=evil.example>g src=evil.example>',
  ],
  ['[](<<style>//evil.example/Rex>)', '[] (<< style>evil.example>)'],
  ['<a ![x>](//evil.example) href=//evil.example/Rex>', '< a  href=evil.example>'],
  ['htt![](/x)ps://evil.example/Rex', 'evil.example'],
  ['<javascript:alert(1)>', '< javascript:alert(1)>'],
  ['<Rex@evil>', '< Rex@evil>'],
  ['a@.e&#119;1', 'a(at).e&#119;1'],
  ['ada@ok.exampl&#101;', 'ada(at)ok.exampl&#101;'],
  ['xmpp:ada@ok.example/Rex', 'xmpp:ada(at)ok.example/Rex'],
  ['**https://bees.example/facts?page=2**', '**https://bees.example/facts?page=2**'],
  ['https://bees.example/*_**_*_', 'bees.example'],
  ['https://bees.example/**).!', 'https://bees.example/**).!'],
  ['https://bees.example/**).!?', 'https://bees.example/ **).!?'],
  ['https://bees.example/***!?!?!?!?', 'bees.example'],
  [
    'const names: Array<string[]> = list[0](a, b)[1](c);',
    'const names: Array<string[]> = list[0](a, b)[1](c);',
  ],
  ['A plain [1] citation stays.', 'A plain [1] citation stays.'],
  ['[section](#top)', '[section](#top)'],
  ['[a](https&#58;//evil.example/?q=1)', 'a'],
  ['[a](https&colon;//evil.example/?q=1)', 'a'],
  ['[a](&#104;ttps://evil.example/?q=1)', 'a'],
  ['[a](https\\://evil.example/?q=1)', 'a'],
  ['![a](evil/Rex.png)', ''],
  ['https&#58;//evil.example/Rex', 'evil.example'],
  ['https\\://evil.example/Rex', 'evil.example'],
  ['www.bücher.example/Rex', 'xn--bcher-kva.example'],
  ['_www.evil.example/Rex_', '_evil.example'],
  ['No link, 3 < 4 and a!', 'No link, 3 < 4 and a!'],
  ['[a](https://Rex@bees.example/facts?page=2)', 'a'],
  ['https://Rex@bees.example/', 'bees.example'],
  ['[a](http://bees.example/facts?page=2)', 'a'],
  ['[a](https:evil.example/Rex)', 'a'],
  ['[a](mailto:Rex@evil.example?body=x)', 'a'],
  ['Rex@evil.example', 'Rex(at)evil.example'],
])('%s', (text, clean) => {
  expect(guard().clean(text)).toBe(clean);
});

test.each([
  ['(', ' ', ')'],
  [': ', ' ', ''],
  ['(<', '', '>)'],
  ['(', 'a', ':b)'],
])('nor can a gap longer than the examined length hide a destination: %j, %j', (before, space, after) => {
  for (const count of [900, 999, 1_000, 1_001, 4_000, 10_000])
    expect(guard().clean(`[a]${before}${space.repeat(count)}//evil.example/Rex${after}`)).not.toMatch(
      /\][(:]/,
    );
});

test('streamed by single characters, the text is the same, and no part of an address is shown', () => {
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

test('a comparison holds back no words that follow, and `i<n` none of the next paragraph', () => {
  expect(guard().push('If a < b, then ')).toBe('If a < b, then ');
  expect(guard().push('while (i<n) i += 1;\n\n')).toBe('while (i< n) i += 1;\n\n');
});

test('no more than some words of code are held back, however often they may begin a tag', () => {
  const streaming = guard();
  const text = 'while (i<n) i += 1;\n'.repeat(200);
  expect(streaming.push(text).length).toBeGreaterThan(text.length - 1_100);
});

const pieces = [
  '<a ',
  '[',
  '[a](<',
  'https://',
  'xa@b.c',
  ...(whole
    ? [
        '[a](b (',
        '![',
        '[[a]',
        '<a href=',
        '[a]: ',
        '\n[x]:',
        'www.',
        '](',
        ']:a',
        '\\]:',
        'http://a.a(',
        'mailto:a',
      ]
    : []),
];

test.each(pieces)('the time for a reply that repeats %j grows in proportion to its length', (piece) => {
  const look = (chars: number) => guard().clean(piece.repeat(chars / piece.length));
  const stream = (chars: number) => {
    const text = piece.repeat(chars / piece.length);
    const streaming = guard();
    for (let at = 0; at < chars; at += 100) streaming.push(text.slice(at, at + 100));
    streaming.flush();
  };
  expect(costOfDoubling(look, 20_000)).toBeLessThan(3);
  // Longer than the maximum held-back text.
  expect(costOfDoubling(stream, 10_000)).toBeLessThan(3);
  expect(
    costOfDoubling((chars) => new LinkGuard().known.allow(piece.repeat(chars / piece.length)), 20_000),
  ).toBeLessThan(3);
});

test('a prompt with a hundred thousand addresses is examined in part: those after it stay unknown', () => {
  const full = guard();
  full.known.allow(Array.from({ length: 100_000 }, (_, i) => `//a.example/${i} `).join(''));
  full.known.noteCall('https://evil.example/Rex');
  full.known.allowResult('https://evil.example/Rex');
  full.known.allow('https://late.example/page');
  expect(
    full.clean('https://evil.example/Rex https://late.example/page https://bees.example/facts?page=2'),
  ).toBe('evil.example late.example https://bees.example/facts?page=2');
});
