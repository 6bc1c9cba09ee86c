import { expect, it } from 'vitest';
import { foreignNames } from './dns-rebinding.ts';

it('answers to the public name behind a proxy on the same machine, and to no other name', () => {
  const isForeign = foreignNames('127.0.0.1', 'https://jarvis.example.org');
  expect(['jarvis.example.org', 'localhost:3000', '192.0.2.1', undefined].map(isForeign)).not.toContain(true);
  expect(['evil.example', 'jarvis.example.org.evil.example', 'no host'].map(isForeign)).not.toContain(false);
});

it('answers to every name when it also listens for other machines', () => {
  expect(foreignNames('0.0.0.0')('jarvis.lan')).toBe(false);
});
