import { expect, test, vi } from 'vitest';
import { keep, kept, keptNames } from './kept.ts';

const name = 'jarvis:draft:ada:new';

test('a text that a full storage refuses lives as long as the page, in place of the one before', () => {
  const texts = new Map<string, string>();
  let isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => texts.delete(key),
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, text);
    },
  });
  keep(name, 'Dear');
  isFull = true;
  keep(name, 'Dear Bob');
  expect([kept(name), keptNames()]).toEqual(['Dear Bob', [name]]);
  keep(name, null);
  expect(kept(name)).toBeNull();
  keep(name, 'Dear Eve');
  isFull = false;
  keep(name, 'Dear Eva');
  expect([kept(name), texts.get(name)]).toEqual(['Dear Eva', 'Dear Eva']);
  vi.unstubAllGlobals();
});
