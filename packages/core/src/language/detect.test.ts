import { expect, test } from 'vitest';
import { detectLanguage, replyLanguage } from './detect.ts';

test.each([
  ['put milk on my list and finish the tax one', 'en'],
  ['What time is it?', 'en'],
  ['Setze Milch auf meine Liste und erledige die Steuer', 'de'],
  ['Wie spät ist es?', 'de'],
  ['Merk dir, dass mein Hund Rex heißt', 'de'],
  ['Aggiungi il latte alla mia lista', 'it'],
  ['Che ore sono?', 'it'],
  ["Ricorda che l'appuntamento è domani", 'it'],
  ['Danke!', 'de'],
  ['3 mal 4', 'de'],
  ['9am und bitte pünktlich', 'de'],
  ['Grazie mille', 'it'],
  ['devo ritirare i vestiti in lavanderia entro sabato', 'it'],
  ['Sonntag Mama anrufen', 'de'],
  ['I live in Rome', 'en'],
  ['I love pizza', 'en'],
] as const)('%s is recognised', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each(['12 * 3', 'no, 25', 'Dentist 9am', 'Yoga 9 am', 'Berlin', 'ok', '', '日本語のメッセージ'])(
  '%j does not reveal its language',
  (text) => {
    expect(detectLanguage(text)).toBeUndefined();
  },
);

test('the message’s language comes first, then the preference, then earlier messages', () => {
  expect(replyLanguage('What is this?', 'de')).toBe('en');
  expect(replyLanguage('ok', 'it', ['Wie geht es dir?'])).toBe('it');
  expect(replyLanguage('ok', 'auto', ['Wie geht es dir?'])).toBe('de');
  expect(replyLanguage('ok', 'auto')).toBeUndefined();
});
