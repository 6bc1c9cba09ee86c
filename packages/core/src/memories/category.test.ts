import { expect, test } from 'vitest';
import { categoryOf } from './category.ts';
import { holdsSecret } from './secrets.ts';

test.each([
  ["I'm working on a book about bees", 'project'],
  ['The deadline of the atlas is in May', 'project'],
  ['Ich arbeite an meiner Masterarbeit', 'project'],
  ['Sto scrivendo un libro', 'project'],
  ['I prefer short answers', 'preference'],
  ['My favourite colour is blue', 'preference'],
  ['Always answer in German', 'preference'],
  ['Ich mag keinen Kaffee', 'preference'],
  ['Mein Lieblingsessen ist Pizza', 'preference'],
  ['Mi piacciono le risposte brevi', 'preference'],
  ['My dog is called Rex', 'user'],
  ['Ich wohne in Wien', 'user'],
  ['Il mio cane si chiama Rex', 'user'],
])('%s: %s', (content, type) => {
  expect(categoryOf(content)).toBe(type);
});

test.each([
  'My password is hunter2',
  'Das Passwort lautet geheim',
  'La password è gatto123',
  'my card is 4111 1111 1111 1111',
  `key ${'sk-'}abcdefgh12345678`,
  `asst_${'x'.repeat(40)}`,
  'PIN: 1234',
  'token aB3dE5fG7hI9jK1lM3nO5pQ7rS9',
])('%s is a secret', (text) => {
  expect(holdsSecret(text)).toBe(true);
});

test.each(['My phone is 555 1234', 'I was born in 1984', 'The order number is 1234567890123', 'I like pins'])(
  '%s is not a secret',
  (text) => {
    expect(holdsSecret(text)).toBe(false);
  },
);
