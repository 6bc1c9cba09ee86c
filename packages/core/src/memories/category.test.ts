import { expect, test } from 'vitest';
import { categoryOf } from './memories.ts';
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

test.each([
  ['I prefer the train to the plane', 'preference'],
  ['I live in a tall building', 'user'],
  ['My plane leaves at 9', 'user'],
  ['I like building model trains', 'preference'],
  ['I love working on old cars', 'preference'],
  ['Ich schreibe lieber Mails', 'preference'],
  ['Ich schreibe gern Briefe', 'preference'],
  ['I look like my mother', 'user'],
  ['It tastes like chicken', 'user'],
  ['He looks like his father', 'user'],
  ['Never been to Rome', 'user'],
  ['Never visited Rome', 'user'],
  ['Mai stata a Roma', 'user'],
  ["I'm building a boat", 'project'],
  ['We are planning a wedding', 'project'],
  ['My sister writes books', 'user'],
  ['Ich baue ein Haus', 'project'],
  ['Gerade plane ich eine Reise', 'project'],
  ['I like tea', 'preference'],
  ['She really likes tea', 'preference'],
  ['Ada likes tea', 'preference'],
  ['I would like shorter answers', 'preference'],
  ['Never use emojis', 'preference'],
  ['Nie Emojis verwenden', 'preference'],
  ['Ich mag Züge', 'preference'],
  ['Meine Liebe heißt Ada', 'user'],
  ['My fridge magnet says mag', 'user'],
  ['Preferisco il treno', 'preference'],
])('%s is about: %s', (content, type) => {
  expect(categoryOf(content)).toBe(type);
});
