import { expect, test } from 'vitest';
import { cutKeys, makeKey, parseKey } from './api-key-format.ts';

test('a key is asst_, 43 characters of secret and 6 of checksum, and is found by its hash', () => {
  const { key, prefix, hash } = makeKey();
  expect(key).toMatch(/^asst_[0-9A-Za-z]{49}$/);
  expect(prefix).toBe(key.slice(0, 12));
  expect(parseKey(key)).toEqual({ hash });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('a key with one character changed, added or missing is malformed', () => {
  const { key } = makeKey();
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x';
    expect(parseKey(key.slice(0, at) + other + key.slice(at + 1)), `changed at ${at}`).toBeUndefined();
  }
  for (const text of ['', 'asst_', `${key}0`, key.slice(0, -1), ` ${key}`, `${key}\n`, key.toUpperCase()]) {
    expect(parseKey(text)).toBeUndefined();
  }
});

test('two keys differ', () => {
  expect(makeKey().key).not.toBe(makeKey().key);
});

test('a key in a text is cut to its prefix, and the rest stays', () => {
  const { key, prefix } = makeKey();
  expect(cutKeys(`My keys: ${key}, (${key}) and ${key}next.`)).toBe(
    `My keys: ${prefix}…, (${prefix}…) and ${prefix}…next.`,
  );
  for (const text of ['', 'asst_', key.slice(0, -1), key.replace('_', '-'), `asst_${'a'.repeat(49)}`])
    expect(cutKeys(text)).toBe(text);
});
