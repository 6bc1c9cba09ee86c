import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { compileCatalog } from './compile-catalog.ts';
import de from './de.ts';
import en from './en.ts';
import filesDe from './files-de.ts';
import filesEn from './files-en.ts';
import filesIt from './files-it.ts';
import { languageFor } from './index.ts';
import it from './it.ts';
import schedulesDe from './schedules-de.ts';
import schedulesEn from './schedules-en.ts';
import schedulesIt from './schedules-it.ts';
import settingsDe from './settings-de.ts';
import settingsEn from './settings-en.ts';
import settingsIt from './settings-it.ts';
import tasksDe from './tasks-de.ts';
import tasksEn from './tasks-en.ts';
import tasksIt from './tasks-it.ts';
import { formatLocale } from './use-translation.ts';

type Tree = { readonly [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : [...leaves(value, `${path}${key}.`)],
    ),
  );
}

const names = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[},]/g)].map((match) => match[1]))].sort();
const english = leaves({ ...en, ...settingsEn, ...tasksEn, ...schedulesEn, ...filesEn });
const others: [string, Tree][] = [
  ['German', { ...de, ...settingsDe, ...tasksDe, ...schedulesDe, ...filesDe }],
  ['Italian', { ...it, ...settingsIt, ...tasksIt, ...schedulesIt, ...filesIt }],
];

test.each(others)('%s says everything, with the same values filled in', (_, catalog) => {
  const texts = leaves(catalog);
  expect([...texts.keys()]).toEqual([...english.keys()]);
  for (const [key, text] of texts) {
    expect(text.trim(), key).not.toBe('');
    expect(names(text), key).toEqual(names(english.get(key) ?? ''));
  }
});

test.each(others)('%s is a translation, not a copy', (_, catalog) => {
  const same = [...leaves(catalog)].filter(
    ([key, text]) => text === english.get(key) && /[a-z]{4}/i.test(text.replace(/\{.*?\}/g, '')),
  );
  // Names and words that are the same in both languages.
  expect(same.length, same.map(([key]) => key).join(', ')).toBeLessThan(12);
});

test('a text has no plain apostrophe: in a message it would hide what follows', () => {
  const parts = [
    ...[settingsEn, settingsDe, settingsIt, tasksEn, tasksDe, tasksIt],
    ...[schedulesEn, schedulesDe, schedulesIt, filesEn, filesDe, filesIt],
  ];
  for (const catalog of [en, de, it, ...parts]) {
    for (const [key, text] of leaves(catalog)) expect(text.includes("'"), key).toBe(false);
  }
});

test('plurals and values are filled in as the language has them', () => {
  i18n.load('de', compileCatalog({ ...de, ...settingsDe }));
  i18n.activate('de');
  expect(i18n._('lookups.cleared', { count: 1 })).toBe('1 Suche wurde gelöscht.');
  expect(i18n._('lookups.cleared', { count: 2 })).toBe('2 Suchen wurden gelöscht.');
  expect(i18n._('common.deleted', { title: '{a} <b>' })).toBe('„{a} <b>“ wurde gelöscht.');
});

test('the account decides the language, then the browser, then English', () => {
  expect(languageFor('it', ['de-AT'])).toBe('it');
  expect(languageFor('auto', ['de-AT', 'en'])).toBe('de');
  expect(languageFor(null, ['fr-FR', 'it-CH'])).toBe('it');
  expect(languageFor(null, ['fr'])).toBe('en');
});

test('dates are written as they are where the browser is', () => {
  expect(formatLocale('en', 'en-GB')).toBe('en-GB');
  expect(formatLocale('de', 'de-AT')).toBe('de-AT');
  expect(formatLocale('en', 'de-DE')).toBe('en-DE');
  expect(formatLocale('en', 'en')).toBe('en-US');
  expect(formatLocale('en', 'en-US@posix')).toBe('en');
});
