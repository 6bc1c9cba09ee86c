import { expect, test } from 'vitest';
import { isWordless } from './is-wordless.ts';

test('only the stored texts for no words are hidden, not a first word in italics', () => {
  const texts = ['*Stopped.*', '*Angehalten.*', '*Interrotto.*', '*Ciao!*', '*Stopped', 'Stopped.'];
  expect(texts.filter(isWordless)).toEqual(['*Stopped.*', '*Angehalten.*', '*Interrotto.*']);
});
