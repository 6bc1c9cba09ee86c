import { expect, test } from 'vitest';
import { splitCode } from './split-code.ts';

test('a fenced block and code in a line are taken out; the rest stays as it was written', () => {
  expect(splitCode('Why does *this* fail?\n```ts\nconst a = `b`;\n```\nIn `main` at $5.')).toEqual([
    { kind: 'text', text: 'Why does *this* fail?\n' },
    { kind: 'block', text: 'const a = `b`;', language: 'ts' },
    { kind: 'text', text: 'In ' },
    { kind: 'inline', text: 'main' },
    { kind: 'text', text: ' at $5.' },
  ]);
});

test('a fence that never ends and a lone backtick are text', () => {
  expect(splitCode('```\nopen')).toEqual([{ kind: 'text', text: '```\nopen' }]);
  expect(splitCode('it`s')).toEqual([{ kind: 'text', text: 'it`s' }]);
});
