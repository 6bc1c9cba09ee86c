import { expect, test } from 'vitest';
import { fileNameFrom } from './file-name.ts';

test.each([
  ['Trains to Turin', 'Trains to Turin'],
  ['a/b\\c: "d"? <e>|*', 'a-b-c- -d-- -e---'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['.hidden.', 'hidden'],
  ['one\u2028two\u0000three\u202Efdp', 'one two three fdp'],
  ['CON', 'Jarvis CON'],
  ['nul.txt', 'Jarvis nul.txt'],
  ['…', '…'],
  ['...', 'Jarvis'],
  ['日本語 🚀', '日本語 🚀'],
])('%j becomes %j', (title, name) => {
  expect(fileNameFrom(title)).toBe(name);
});

test('a long title is cut between characters', () => {
  expect([...fileNameFrom('🚀'.repeat(200))]).toHaveLength(80);
});
