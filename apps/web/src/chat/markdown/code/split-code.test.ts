import { expect, test } from 'vitest';
import { splitCode } from './split-code.ts';

test('fenced blocks and inline code are separated; the rest stays as written', () => {
  expect(splitCode('Why does *this* fail?\n```ts\nconst a = `b`;\n```\nIn `main` at $5.')).toEqual([
    { kind: 'text', text: 'Why does *this* fail?\n' },
    { kind: 'block', text: 'const a = `b`;', language: 'ts' },
    { kind: 'text', text: 'In ' },
    { kind: 'inline', text: 'main' },
    { kind: 'text', text: ' at $5.' },
  ]);
});

test('an unclosed fence and a lone backtick are text', () => {
  expect(splitCode('```\nopen')).toEqual([{ kind: 'text', text: '```\nopen' }]);
  expect(splitCode('it`s')).toEqual([{ kind: 'text', text: 'it`s' }]);
});

test.each(['~', '~~~a ', '~~~ '])('a line of %j takes no time, and is text', (part) => {
  const line = `${part.repeat(8_000 / part.length)}x`;
  for (const text of [line, `${line.slice(0, 1_000)}\n${'a word '.repeat(1_000)}`])
    expect(splitCode(text)).toEqual([{ kind: 'text', text }]);
});
