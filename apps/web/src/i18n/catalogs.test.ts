import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeIssues, forgotInput, shownRefusals } from '@jarvis/contract';
import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { compileCatalog } from './compile-catalog.ts';
import { languageFor } from './index.ts';
import type { Text, Texts } from './languages.ts';
import app from './texts/app.ts';
import files from './texts/files.ts';
import schedules from './texts/schedules.ts';
import settings from './texts/settings.ts';
import tasks from './texts/tasks.ts';
import { formatLocale } from './translate.ts';

function leaves(texts: Texts, path = ''): [key: string, text: Text][] {
  return Object.entries(texts).flatMap(([key, value]): [string, Text][] =>
    'map' in value ? [[`${path}${key}`, value as Text]] : leaves(value as Texts, `${path}${key}.`),
  );
}

const names = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[},]/g)].map((match) => match[1]))].sort();
const all = [app, settings, tasks, schedules, files].flatMap((part) => leaves(part));
const others = [
  ['German', 1],
  ['Italian', 2],
] as const;

test.each(others)('%s has every text, with the same values filled in', (_, language) => {
  for (const [key, texts] of all) {
    expect(texts[language].trim(), key).not.toBe('');
    expect(names(texts[language]), key).toEqual(names(texts[0]));
  }
});

test.each(others)('%s is a translation, not a copy', (_, language) => {
  const same = all.filter(
    ([, texts]) => texts[language] === texts[0] && /[a-z]{4}/i.test(texts[0].replace(/\{.*?\}/g, '')),
  );
  // Names and words that are the same in both languages.
  expect(same.length, same.map(([key]) => key).join(', ')).toBeLessThan(12);
});

test.each([0, 1, 2] as const)('in language %d, no two entries of the menus have one name', (language) => {
  const entries = all.flatMap(([key, texts]) => (key.startsWith('nav.') ? [texts[language]] : []));
  expect(entries.filter((name, at) => entries.indexOf(name) !== at)).toEqual([]);
});

test('every text is shown by some part: its key is written there, or begins as a written template', () => {
  const folder = join(import.meta.dirname, '..');
  const code = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['i18n/texts/**', '**/*.test.*'] })
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  const written = new Set([...code.matchAll(/'([\w.]+)'/g)].map(([, key]) => key));
  const begun = [...code.matchAll(/`(\w+\.[\w.]*)\$\{/g)].flatMap(([, start]) => start ?? []);
  const unused = all.flatMap(([key, [english]]) => (written.has(key) || key === english ? [] : key));
  expect(unused.filter((key) => !begun.some((start) => key.startsWith(start)))).toEqual([]);
});

test('each refusal that a page can show is translated, by the sentence that the server sends', () => {
  const input = { email: 'x' };
  const issues = describeIssues(forgotInput.safeParse(input).error?.issues ?? [], input);
  const sent = [...Object.values(shownRefusals), ...issues.map(({ message }) => message)];
  const translated = all.flatMap(([key, [english]]) => (key === english ? [key] : []));
  expect(translated.sort()).toEqual(sent.sort());
});

test('no text has a plain apostrophe, which would hide the following values', () => {
  for (const [key, texts] of all) expect(texts.join().includes("'"), key).toBe(false);
});

test('plurals and values are filled in by the rules of the language', () => {
  i18n.load('de', compileCatalog({ ...app, ...settings }, 'de'));
  i18n.activate('de');
  expect(i18n._('lookups.cleared', { count: 1 })).toBe('1 Suche wurde gelöscht.');
  expect(i18n._('lookups.cleared', { count: 2 })).toBe('2 Suchen wurden gelöscht.');
  expect(i18n._('common.deleted', { title: '{a} <b>' })).toBe('Gelöscht: „{a} <b>“');
});

test('the account determines the language, then the browser, then English', () => {
  expect(languageFor('it', ['de-AT'])).toBe('it');
  expect(languageFor('auto', ['de-AT', 'en'])).toBe('de');
  expect(languageFor(null, ['fr-FR', 'it-CH'])).toBe('it');
  expect(languageFor(null, ['fr'])).toBe('en');
});

test('dates have the format of the browser’s region', () => {
  expect(formatLocale('en', 'en-GB')).toBe('en-GB');
  expect(formatLocale('de', 'de-AT')).toBe('de-AT');
  expect(formatLocale('en', 'de-DE')).toBe('en-DE');
  expect(formatLocale('en', 'en')).toBe('en-US');
  expect(formatLocale('en', 'en-US@posix')).toBe('en');
});
