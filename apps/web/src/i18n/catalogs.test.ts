import { expect, test } from 'vitest';
import de from './de.ts';
import en from './en.ts';
import { languageFor } from './index.ts';
import it from './it.ts';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : [...leaves(value, `${path}${key}.`)],
    ),
  );
}

const names = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
const english = leaves(en);

test.each([
  ['German', de],
  ['Italian', it],
])('%s says everything, with the same names filled in', (_, catalog) => {
  const texts = leaves(catalog as Tree);
  expect([...texts.keys()]).toEqual([...english.keys()]);
  for (const [key, text] of texts) {
    expect(text.trim(), key).not.toBe('');
    expect(names(text), key).toEqual(names(english.get(key) ?? ''));
  }
});

test('the account decides the language, then the browser, then English', () => {
  expect(languageFor('it', ['de-AT'])).toBe('it');
  expect(languageFor('auto', ['de-AT', 'en'])).toBe('de');
  expect(languageFor(null, ['fr-FR', 'it-CH'])).toBe('it');
  expect(languageFor(null, ['fr'])).toBe('en');
});
