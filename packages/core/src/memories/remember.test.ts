import { expect, test } from 'vitest';
import { asksToRemember, memoryRequested } from './remember.ts';

test.each([
  ['Remember that my dog is called Rex.', 'My dog is called Rex'],
  ['Please remember: the wifi is in the cellar', 'The wifi is in the cellar'],
  ['Can you remember that I park on level 3?', 'I park on level 3'],
  ["Don't forget that Ada is my sister!", 'Ada is my sister'],
  ['Merk dir, dass mein Hund Rex heißt.', 'Mein Hund heißt Rex'],
  ['Merk dir, dass ich in Wien wohne', 'Ich wohne in Wien'],
  ['Merke dir bitte: ich parke auf Ebene 3', 'Ich parke auf Ebene 3'],
  ['Ricorda che il mio cane si chiama Rex', 'Il mio cane si chiama Rex'],
  ['Hi! I live in Berlin and work nights.', 'I live in Berlin and work nights'],
  ['My favourite colour is blue', 'My favourite colour is blue'],
  ['I prefer short answers.', 'I prefer short answers'],
  ["I'm working on a book about bees. Any ideas for a title?", "I'm working on a book about bees"],
  ['Ich wohne in Wien', 'Ich wohne in Wien'],
  ['Ich trinke am liebsten Tee', 'Ich trinke am liebsten Tee'],
  ['Ich arbeite gerade an meiner Masterarbeit', 'Ich arbeite gerade an meiner Masterarbeit'],
  ['Wir bauen gerade ein Haus', 'Wir bauen gerade ein Haus'],
  ["I'm learning Spanish", "I'm learning Spanish"],
  ['I drive a Tesla', 'I drive a Tesla'],
  ['Ich lerne Spanisch', 'Ich lerne Spanisch'],
  ['Ich fahre einen Tesla', 'Ich fahre einen Tesla'],
  ['Sto imparando lo spagnolo', 'Sto imparando lo spagnolo'],
  ['Mein Geburtstag ist am 3. Mai. Danke!', 'Mein Geburtstag ist am 3. Mai'],
  ['Mi chiamo Ada', 'Mi chiamo Ada'],
  ['Mi piacciono le risposte brevi', 'Mi piacciono le risposte brevi'],
  ["I live in Berlin. I don't remember my postcode.", 'I live in Berlin'],
  ['Merk dir, dass ich nicht rauche', 'Ich rauche nicht'],
  ['Vergiss nicht, dass ich in Wien wohne', 'Ich wohne in Wien'],
  ['Non dimenticare che vivo a Roma', 'Vivo a Roma'],
])('%s', (message, content) => {
  expect(memoryRequested(message)).toBe(content);
});

test.each([
  'Do you remember my dog?',
  'What do you remember about me?',
  'Remember to buy milk',
  'My friend says: "I live in Berlin"',
  'She told me she loves tea',
  'I like this answer',
  'I like that',
  'I prefer the second one',
  'How do I remember things better?',
  'Erinnerst du dich an meinen Hund?',
  'Ricordi il mio cane?',
  '> I live in Berlin',
  'My password is hunter2',
  'My internet is down',
  'Ich arbeite gerade zu Hause',
  'Ich schreibe dem Arzt',
  'Ich schreibe gerade eine Mail',
  'Ich fahre eine Woche ans Meer',
  'Ich fahre einen Gast zum Bahnhof',
  'I drive a friend to the airport',
  "I'm learning a lot today",
  "I'm learning so much from you",
  'Ich lerne viel',
  'Ich lerne morgen',
  "I'm learning now",
  'Imparo molto da te',
  "I live in Berlin, but please don't remember that.",
  'Do not save this. I live in Berlin.',
  'Merk dir das nicht: ich rauche',
  'Merk dir bitte nicht, dass ich rauche',
  'Ich wohne in Wien. Das bitte nicht speichern!',
  'Vivo a Roma, ma non ricordarlo',
  'Non memorizzare questo: vivo a Roma',
  'Bitte merk dir, dass ...',
])('%s is not saved', (message) => {
  expect(memoryRequested(message)).toBeUndefined();
});

test('a request is found in the middle of a message', () => {
  expect(asksToRemember('Search for bees and remember the best title')).toBe(true);
  expect(asksToRemember('Was steht auf meiner Liste?')).toBe(false);
});

test('extra spaces, lines or marks between words change nothing', () => {
  expect(memoryRequested('Remember   that\tmy dog is called  Rex.')).toBe('My dog is called Rex');
  expect(asksToRemember(`x${'\n'.repeat(3_000)}x`)).toBe(false);
});
