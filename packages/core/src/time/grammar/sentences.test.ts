import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Language } from '../../language/languages.ts';
import { loadCalendar } from '../load-calendar.ts';
import { readTime } from './read-time.ts';

// Sentences of everyday life, said on Monday 23 November 2026 at 10:00 in Berlin: `language sentence => start | title |
// rule`, `-` where no time may be found. They were not written by the rules, unlike those of read-time.test.ts.
const sentences = readFileSync(`${import.meta.dirname}/sentences.cases.txt`, 'utf8')
  .trim()
  .split('\n');
const calendar = await loadCalendar();

test.each(sentences)('%s', (line) => {
  const [, language, text, expected] = /^(en|de|it) (.+) => (.+)$/.exec(line) ?? [];
  const asked = { text: text ?? '', language: language as Language, timeZone: 'Europe/Berlin' };
  const { start, title, repeat } = readTime(
    { ...asked, nowMs: Date.parse('2026-11-23T09:00:00Z') },
    calendar,
  );
  const parts = [start ?? '-', title, repeat ?? ''];
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  expect(parts.join(' | ')).toBe(expected);
});
