import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown, { type Components } from 'react-markdown';
import { expect, test } from 'vitest';
import { gfm } from './gfm.ts';
import { Later, LaterParts, unwrapPart } from './parts.tsx';
import { splitParts } from './split-parts.ts';

const many = (lineOf: (n: number) => string, count = 200) =>
  Array.from({ length: count }, (_, n) => lineOf(n + 1)).join('\n');
const bullets = many((n) => `- item ${n} with **bold** words`);
const numbers = many(
  (n) => `${n}. item ${n}\n    - a thought on it\n\n      \`\`\`js\n      // ${n}\n\n      \`\`\`\n`,
  90,
);
const table = `| Number | Words |\n|---|--:|\n${many((n) => `| ${n} | some words about it |`)}`;

const components: Components = Object.fromEntries(
  (['ul', 'ol', 'table'] as const).map((tag) => [
    tag,
    ({ children, node }: { children?: unknown; node?: never }) =>
      createElement(tag, {}, children as never, createElement(Later, { of: node })),
  ]),
);

const drawn = (blocks: string[][]) =>
  renderToStaticMarkup(
    blocks.map((parts, key) => {
      const [first, ...later] = parts.map((children, part) =>
        createElement(ReactMarkdown, {
          key: part,
          remarkPlugins: [gfm],
          rehypePlugins: part > 0 ? [unwrapPart] : [],
          components,
          children,
        }),
      );
      return createElement(LaterParts, { key, value: createElement(Fragment, {}, later) }, first);
    }),
  )
    // Line breaks between elements, paragraphs in items and the bodies of a table make no difference to the page.
    .replace(/\n|<\/?p>/g, '')
    .replaceAll('</tbody><tbody>', '');

test('a long list or table is split, and drawn as one', () => {
  for (const text of [
    bullets,
    numbers,
    table,
    `Before:\n\n${table}`,
    `${bullets}\n\n${numbers}\n\n${table}`,
  ]) {
    const blocks = splitParts(text);
    expect(Math.max(...blocks.flat().map(({ length }) => length))).toBeLessThan(2_500);
    expect(drawn(blocks)).toBe(drawn([[text]]));
  }
});

test('a long list keeps its parts before a short list or table', () => {
  const [parts] = splitParts(bullets);
  for (const after of ['1. one\n2. two', '* one', '| a |\n|---|\n| b |', '| a'])
    expect(splitParts(`${bullets}\n\n${after}`)).toEqual([
      [...(parts?.slice(0, -1) ?? []), `${parts?.at(-1)}\n`],
      [after],
    ]);
});

test.each(['- a\n* b\n', '- a\n\n1. b\n\n', '| a |\n|---|\n| b |\n\n', '- a\n\n| a |\n|---|\n'])(
  'splitting takes no longer for each list or table of a long text of %j',
  (part) => {
    const text = part.repeat(500_000 / part.length);
    expect(splitParts(text).flat().join('\n')).toBe(text);
  },
);

test('a short block is one part', () => {
  expect(splitParts('- a\n- b')).toEqual([['- a\n- b']]);
});

test('a growing list keeps its parts', () => {
  const text = `Before:\n\n${bullets}`;
  let complete: string[] = [];
  for (let at = 4_100; at <= text.length; at += 1) {
    const [before, parts = []] = splitParts(text.slice(0, at));
    expect(before).toEqual(['Before:\n']);
    expect(parts.slice(0, complete.length)).toEqual(complete);
    complete = parts.slice(0, -1);
  }
});

test.each([
  ['text at the margin', '- item', 'Text', '- item'],
  ['text at the margin after a blank line', '- item', '\n Text\n', '- item'],
  ['a rule', '- item', '- - -', '- item'],
  ['another list', '- item', '* item', '- item'],
  ['a nested list at the margin of its parent', '1. item', '  - item', '2. item'],
  ['an item of code', '- item', '-      item', '- item'],
  ['code at the margin', '- item', '```\n- item', '- item\n```\n- item'],
  ['code that leaves its item', '- item', '  ```\nText\n```', '- item'],
  ['a number after text', '1. item', 'Text\n2. item', '3. item'],
  ['HTML', '<pre>\n\n- item', '- item', '</pre>'],
])('%s in the middle of a list is drawn as without parts', (_, before, between, after) => {
  const text = [many(() => before, 350), between, many(() => after, 350), many(() => before)].join('\n');
  // What is drawn as two lists instead of one looks the same.
  const merged = (html: string) => html.replace(/<\/(ul|ol)><\1>/g, '');
  expect(merged(drawn(splitParts(text)))).toBe(merged(drawn([[text]])));
});
