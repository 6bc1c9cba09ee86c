import { nameSuggestion } from '@jarvis/contract';
import { expect, test } from 'vitest';
import { statedName, suggestName } from './name-suggestion.ts';

test.each([
  ['My name is Ada', 'Ada'],
  ['Hi, my name is Ada Lovelace.', 'Ada Lovelace'],
  ['Please call me Ada!', 'Ada'],
  ["I'm called Ada", 'Ada'],
  ['my name is ada', 'Ada'],
  ['Hello! My name is Jean-Luc and I like tea', 'Jean-Luc'],
  ['I prefer to be called Max', 'Max'],
  ['You can call me Al.', 'Al'],
  ['Ich heiße Jürgen', 'Jürgen'],
  ['Mein Name ist Ada.', 'Ada'],
  ['Nenn mich bitte Ada', 'Ada'],
  ['Du kannst mich Ada nennen', 'Ada'],
  ['Mi chiamo Ada', 'Ada'],
  ['Ciao, mi chiamo Ada e vivo a Roma', 'Ada'],
  ['Chiamami Ada', 'Ada'],
  ['Il mio nome è Ada', 'Ada'],
  ['You can call me Dr. Strange. Is it going to rain?', 'Dr. Strange'],
  ['My name is J. R. Miller', 'J. R. Miller'],
  ['Hi, my name is Jean Luc, what is the weather like?', 'Jean Luc'],
  ['Ich heiße Ada, und wie heißt du?', 'Ada'],
  ['Ciao, mi chiamo Ada, puoi aiutarmi?', 'Ada'],
  ['You may call me Ada please', 'Ada'],
  ['From now on, call me Ada', 'Ada'],
  ['All my friends call me Ada', 'Ada'],
  ['Refer to me as Ada', 'Ada'],
  ['Ab jetzt nenn mich Ada', 'Ada'],
  ['Du darfst mich Ada nennen', 'Ada'],
  ['Ich werde Ada genannt', 'Ada'],
  ['Ich möchte Ada genannt werden', 'Ada'],
  ['Mein Name lautet Ada', 'Ada'],
  ['Mi puoi chiamare Ada', 'Ada'],
  ['Preferisco essere chiamata Ada', 'Ada'],
  ['Da ora in poi chiamami Ada', 'Ada'],
  ['Please call me Ada from now on', 'Ada'],
  ['Call me Ada Lovelace instead.', 'Ada Lovelace'],
  ['My name is Ada E. Lovelace', 'Ada E. Lovelace'],
  ['My name is Ada - nice to meet you', 'Ada'],
  ['My name is Ada (short for Adelaide)', 'Ada'],
  ['Call me Ada in future', 'Ada'],
  ['Nenn mich Ada ab jetzt', 'Ada'],
  ['Nenn mich Ada statt Adelheid', 'Ada'],
  ['Chiamami Ada invece di Adelaide', 'Ada'],
  ['Nenn mich ab sofort Ada', 'Ada'],
  ["Chiamami Ada d'ora in poi", 'Ada'],
  ["D'ora in poi chiamami Ada", 'Ada'],
])('%s', (message, name) => {
  expect(statedName(message)).toBe(name);
});

test.each([
  'My name is not Ada',
  'Call me tomorrow',
  'Call me back at 5',
  "Don't call me Ada",
  'Is my name Ada?',
  "My name is Ada, isn't it?",
  'My name is Ada, right?',
  'Ich heiße Ada, oder?',
  'Mi chiamo Ada, vero?',
  'What if my name is Ada, what would you say?',
  'Can you call me Ada?',
  'He said: "My name is Ada"',
  '"My name is Ada" is what she said',
  '> My name is Ada',
  'Her name is Ada',
  'My dog’s name is Rex',
  'Ich heiße nicht Ada',
  'Wie heiße ich?',
  'Non mi chiamo Ada',
  'Nenn mich nicht Ada',
  'Ich werde müde',
  'Ich werde Ärztin',
  'Ich möchte nicht Ada genannt werden',
  'Never call me Ada',
  'Ich heiße dich willkommen',
  'Mi chiamo fuori',
  'Call me Monday',
  'I am called to the office',
])('%s states no name', (message) => {
  expect(statedName(message)).toBeUndefined();
});

const user = { displayName: '', displayNameChangePromptDisabled: false } as Parameters<typeof suggestName>[1];

test('nothing is suggested if it is the display name already, or when the prompt is disabled', () => {
  expect(suggestName('My name is Ada', user)).toEqual({ name: 'Ada' });
  expect(suggestName('My name is Ada', { ...user, displayName: 'ada' })).toBeUndefined();
  expect(suggestName('My name is Ada', { ...user, displayNameChangePromptDisabled: true })).toBeUndefined();
});

test('the time for a long greeting of many small words grows in proportion to its length', () => {
  expect(statedName(`${'ok, '.repeat(2_000)}x`)).toBeUndefined();
  expect(statedName(`${'ok, '.repeat(20)}my name is Ada`)).toBe('Ada');
});

test.each([
  [`ß${'a'.repeat(62)}`, `SS${'a'.repeat(62)}`],
  [`ß${'a'.repeat(63)}`, undefined],
  [`ŉ${'a'.repeat(63)}`, undefined],
  ['a'.repeat(64), `A${'a'.repeat(63)}`],
  ['a'.repeat(65), undefined],
])('the length of %s counts with its capital letter', (stated, name) => {
  expect(suggestName(`My name is ${stated}`, user)).toEqual(name && { name });
  expect(nameSuggestion.optional().safeParse(suggestName(`My name is ${stated}`, user)).success).toBe(true);
});

test.each([
  'Call me tonight',
  'Please call me next week',
  'Call me urgently',
  'Call me right away',
  'Call me Tonight',
  'Call me asap',
  'Call me twice',
  'I go by train',
  'I go by bus',
  'Chiamami stasera',
  'Chiamami subito',
  'Chiamami domattina',
  'Chiamami urgentemente',
  'Nenn mich niemals so',
  'Ruf mich an',
  'Du kannst mich jederzeit anrufen',
  'Du kannst mich abends anrufen',
  'Sie können mich gleich zurückrufen',
])('%s is about a time or a manner, not a name', (message) => {
  expect(statedName(message)).toBeUndefined();
});

test.each([
  ['call me ada', 'Ada'],
  ['my name is ada', 'Ada'],
  ['i go by ada', 'Ada'],
  ['I go by Max', 'Max'],
  ['call me ada please', 'Ada'],
  ['nenn mich ada', 'Ada'],
  ['ich heiße ada', 'Ada'],
  ['du kannst mich ada nennen', 'Ada'],
  ['chiamami ada', 'Ada'],
  ['mi chiamo ada', 'Ada'],
  ['My name is Emily', 'Emily'],
  ['call me emily', 'Emily'],
  ['call me sally', 'Sally'],
  ['My name is April', 'April'],
  ['My name is Ferdinand von Zeppelin', 'Ferdinand von Zeppelin'],
])('%s states the name %s', (message, name) => {
  expect(statedName(message)).toBe(name);
});
