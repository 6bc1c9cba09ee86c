import { expect, test } from 'vitest';
import { coverFormulas, readFormula, splitFormulas, uncover } from './formulas.ts';

/** The formulas of a text, with their delimiters. */
const formulasOf = (text: string, unfinished = false) =>
  splitFormulas(coverFormulas(text, unfinished))
    .filter(({ kind }) => kind === 'formula')
    .map(({ text: source }) => source);

test.each([
  ['$x$', ['$x$']],
  ['Euler: $e^{i\\pi} + 1 = 0$.', ['$e^{i\\pi} + 1 = 0$']],
  ['($x$), **$y$**, "$z$"', ['$x$', '$y$', '$z$']],
  ['$2x + 3y$ and $5$', ['$2x + 3y$', '$5$']],
  ['$2 \\text{ apples}$', ['$2 \\text{ apples}$']],
  ['$a_1 * b_2 * c$', ['$a_1 * b_2 * c$']],
  ['the triangle $ABC$', ['$ABC$']],
  ['a cost of $\\$5$', ['$\\$5$']],
  ['$$\\int_0^1 x\\,dx$$', ['$$\\int_0^1 x\\,dx$$']],
  ['so $$x$$ and $$y$$', ['$$x$$', '$$y$$']],
  ['$$\na\n\n+ b\n$$', ['$$\na\n\n+ b\n$$']],
  ['$$\\text{for $x$}$$', ['$$\\text{for $x$}$$']],
  ['\\(x\\) and \\[y\\]', ['\\(x\\)', '\\[y\\]']],
  [
    '\\[\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n\\]',
    ['\\[\n\\begin{aligned}\na &= b \\\\\nc &= d\n\\end{aligned}\n\\]'],
  ],
  ['\\[ a \\\\[4pt] b \\]', ['\\[ a \\\\[4pt] b \\]']],
  ['\\( a \\\\\\) b', ['\\( a \\\\\\)']],
  ['1. one\n\n   \\[ x \\]\n2. two', ['\\[ x \\]']],
  ['- $$x$$', ['$$x$$']],
  ['| $a$ | \\(b | c\\) |', ['$a$', '\\(b | c\\)']],
  ['> $$\n> a\n> b\n> $$', ['$$\na\nb\n$$']],
  ['`code` $x$ `code`', ['$x$']],
  ['```\n$x$\n```\n$y$', ['$y$']],
])('%j has formulas', (text, formulas) => {
  expect(formulasOf(text)).toEqual(formulas);
});

test.each([
  'It costs $5 and $10.',
  'between $5-$10',
  'from $5/month to $10/month',
  'He paid $5, she paid 10$.',
  '$5 to 10$',
  'US$5 and A$7',
  '5$ and 10$',
  '$ 5 and 6 $',
  '$20',
  'echo $HOME:$PATH',
  'set $HOME and then $PATH',
  '$$ to $$$',
  'cheap $$ places, dear $$ places',
  '$$$$',
  '\\$x\\$',
  '\\\\(x\\\\)',
  '`$x$` and ``\\(y\\)``',
  '`$a` and `$b`',
  '```\n$x$\n\n\\[y\\]\n```',
  '~~~sh\n$x$\n~~~',
  '- list\n\n  ```\n  $x$\n  ```',
  '> ```\n> $x$\n> ```',
  '```\n$x$',
  '$x',
  '\\(x',
  '\\[\n\nx',
  '\\[ \\] and \\( \\)',
  'not $a\nb$ here',
  '- $5\n- $6',
  'not $$ a\n\nb $$ here',
  '$$\n```\n$$\n```',
])('%j has none', (text) => {
  expect(formulasOf(text)).toEqual([]);
  expect(coverFormulas(text)).toBe(text);
});

test('a covered formula is restored exactly, even with characters of the covering plane', () => {
  const text = 'a \u{F0123} $\\frac{😀}{2}\u{F0024}$ \u{FFFFE}b\u{FFFFF} \\[\nx\n\\] c';
  expect(uncover(coverFormulas(text))).toBe(text);
  expect(formulasOf('\u{FFFFE}\u{F0024}\u{FFFFF}')).toEqual([]);
});

test('Markdown parses nothing in a covered formula', () => {
  expect(coverFormulas('$a * b * \\{c\\}$')).not.toMatch(/[*\\{}$]/);
  expect(coverFormulas('$$\na\n\n- b\n$$')).not.toContain('\n');
});

test('an unfinished formula is left out, a price is not', () => {
  const whole = 'See $x^2$, \\(y\\) and\n\n$$\nz\n$$\n\nend.';
  let before = 0;
  for (let length = 1; length <= whole.length; length += 1) {
    const covered = coverFormulas(whole.slice(0, length), true);
    const shown = splitFormulas(covered).filter(({ kind }) => kind === 'text');
    for (const { text } of shown) expect(text).not.toMatch(/[$\\^]/);
    const found = formulasOf(whole.slice(0, length), true).length;
    expect(found).toBeGreaterThanOrEqual(before);
    before = found;
  }
  expect(before).toBe(3);
  for (const text of ['It costs $5', 'It costs $5 and', 'set $HOME to what', 'a line\\\nand', '$x\nend'])
    expect(coverFormulas(text, true)).toBe(text);
});

test('the delimiters decide how a formula is displayed', () => {
  expect(readFormula('$x$')).toEqual({ tex: 'x', display: false });
  expect(readFormula('$$x$$')).toEqual({ tex: 'x', display: true });
  expect(readFormula('\\(x\\)')).toEqual({ tex: 'x', display: false });
  expect(readFormula('\\[x\\]')).toEqual({ tex: 'x', display: true });
});

test.each(['$', '$$ ', '\\(', '\\[\n', '\\[ \\\\]', '`', '` `` ', '\\', '$x '])(
  'reading takes no longer for each sign of a long text of %j',
  (part) => {
    const text = part.repeat(500_000 / part.length);
    expect(coverFormulas(text)).toBe(text);
  },
);
