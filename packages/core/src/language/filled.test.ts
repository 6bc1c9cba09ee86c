import { expect, it } from 'vitest';
import { filled } from './filled.ts';

it('a sentence whose last word brings its full stop has one, and a word keeps what it has', () => {
  expect(filled('In {}. {}', '16 Std.', 'Bis dann')).toBe('In 16 Std. Bis dann');
  expect(filled('In {}: {}.', '5 Min.', 'a..b...')).toBe('In 5 Min.: a..b...');
});
