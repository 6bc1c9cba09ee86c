import { expect, test, vi } from 'vitest';
import { forgetKept, keep, kept, keptNames } from './kept.ts';

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

test('everything of an account is removed, also what lives as long as its tab', () => {
  const storages = ['localStorage', 'sessionStorage'] as const;
  for (const where of storages) {
    const texts: Record<string, string> = {};
    const methods = {
      getItem: (key: string) => texts[key] ?? null,
      removeItem: (key: string) => delete texts[key],
      setItem(key: string, text: string) {
        texts[key] = text;
      },
    };
    // The own properties of the browser's storage are the stored names.
    vi.stubGlobal(where, new Proxy(texts, { get: (_, key) => Reflect.get(methods, key) }));
    for (const account of ['gone', 'bob']) keep(`jarvis:place:${account}:new`, 'here', where);
  }
  forgetKept('gone');
  for (const where of storages) expect(keptNames(where)).toEqual(['jarvis:place:bob:new']);
  vi.unstubAllGlobals();
});
