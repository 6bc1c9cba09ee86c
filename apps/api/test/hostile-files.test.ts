import { kindOf } from '@jarvis/core';
import { describe, expect, it } from 'vitest';
import { documentReader } from '../src/adapters/extraction/reader.ts';
import { heavyFiles, hostileFiles } from './support/hostile-files.ts';
import { readHere } from './support/read-here.ts';

const reasonOf = async (reader: typeof documentReader, name: string, bytes: Uint8Array) => {
  const whole = async function* () {
    yield bytes;
  };
  return (await reader.read(kindOf(bytes, name).mediaType, whole())).problem;
};

describe('a hostile file', () => {
  it.each(hostileFiles)('%s ends, and gets its true state', async (_, name, bytes, reason) => {
    expect(await reasonOf(readHere, name, bytes())).toBe(reason);
  });

  it.each(heavyFiles)('%s ends with its process', { timeout: 60_000 }, async (_, name, bytes, reason) => {
    const file = bytes();
    const startedAt = performance.now();
    expect(await reasonOf(documentReader, name, file)).toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(25_000);
  });
});
