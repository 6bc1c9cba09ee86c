import { expect, it } from 'vitest';
import { filled } from './filled.ts';

it('a sentence whose last word has a full stop ends with one only, and words stay unchanged', () => {
  expect(filled('In {}. {}', '16 Std.', 'Bis dann')).toBe('In 16 Std. Bis dann');
  expect(filled('In {}: {}.', '5 Min.', 'a..b...')).toBe('In 5 Min.: a..b...');
});
