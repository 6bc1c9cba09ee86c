import { costOfDoubling } from '@jarvis/testkit';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
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
])('%s', (text, clean) => {
  expect(guard().clean(text)).toBe(clean);
});

const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '!',
        '\\',
        '`',
        '```',
        '*',
        '_',
        '~',
        '"',
        "'",
        ' ',
        '\n',
        '\n\n',
        '    ',
      ],
      ...[
        'a',
        'https',
        'HTTP',
        ':',
        '//',
        '&#58;',
        '&colon;',
        '&#104;ttps',
        '&lpar;',
        '&#x5b;',
        'www.',
        'www',
      ],
      ...[
        'evil.example',
        'bücher.example',
        '/Rex',
        '?d=Rex',
        '#x',
        '[1]: ',
        '[a]',
        '](',
        '](<',
        '|',
        '\n- ',
        '> ',
      ],
      ...[
        '<a href="',
        '<!--',
        '-->',
        'mailto:',
        'javascript:',
        'bees.example',
        'https://bees.example/facts?page=2',
      ],
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

/** Destinations that a renderer of GitHub's Markdown makes links and images of. */
function destinations(text: string): string[] {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    if ('url' in node) found.push(node.url);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return found;
}

const allowed =
  /^(?:#.*|https?:\/\/(?:bees|www\.honey)\.example\/?|https:\/\/bees\.example\/facts\?page=2[.,;:!?*_]*|mailto:[^?&%]+|)$/i;

test('whatever the parser of the renderer makes a link or an image of, the guard has seen', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(destinations(guard().clean(text)).filter((url) => !allowed.test(url))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

test('of a reply that comes in pieces nothing leads away that the guard has not seen', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 9 }), (text, size) => {
      const streaming = guard();
      let shown = '';
      for (let at = 0; at < text.length; at += size) shown += streaming.push(text.slice(at, at + size));
      shown += streaming.flush();
      const leadAway = destinations(shown).filter((url) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(url));
      expect(leadAway.filter((url) => !allowed.test(url))).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
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
  const look = (chars: number) => guard().clean(piece.repeat(chars / piece.length));
  const stream = (chars: number) => {
    const text = piece.repeat(chars / piece.length);
    const streaming = guard();
    for (let at = 0; at < chars; at += 100) streaming.push(text.slice(at, at + 100));
    streaming.flush();
  };
  expect(costOfDoubling(look, 20_000)).toBeLessThan(3);
  // Longer than what is held back at most.
  expect(costOfDoubling(stream, 10_000)).toBeLessThan(3);
});
