import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsAnotherKey } from '@jarvis/core';
import { expect, it, onTestFinished } from 'vitest';
import { secretsWith } from './secrets.ts';

/** A new folder, and secrets with the key file in it. */
async function keyFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { dataDir, inFile: () => secretsWith({ secretKey: undefined, dataDir }) };
}

it('concurrent first encryptions share one key, and leave no other file in its folder', async () => {
  // Many installations, because in most of them one file is made before the other.
  for (let n = 0; n < 100; n += 1) {
    const { dataDir, inFile } = await keyFolder();
    const [first, second] = [inFile(), inFile()];
    const sealed = await Promise.all([
      first.seal('one', 'purpose'),
      second.seal('two', 'purpose'),
      first.seal('three', 'purpose'),
    ]);
    const opened = await Promise.all(sealed.map((each) => inFile().open(each, 'purpose')));
    expect(opened).toEqual(['one', 'two', 'three']);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  }
});

it('a key that cannot be read now is told from another key, and a secret is good again afterwards', async () => {
  const { dataDir, inFile } = await keyFolder();
  const sealed = await inFile().seal('one', 'purpose');
  const [key, away] = [join(dataDir, 'secret.key'), join(dataDir, 'away')];
  await rename(key, away);
  await expect(inFile().open(sealed, 'purpose')).rejects.toSatisfy(needsAnotherKey);
  // Reading a folder fails, as reading a file without the right to it does; root has every right.
  await mkdir(key);
  const early = inFile();
  const failure = await early.open(sealed, 'purpose').catch((error: unknown) => error);
  expect(failure).toMatchObject({ failure: 'secretUnreadable', detail: 'EISDIR' });
  expect(needsAnotherKey(failure)).toBe(false);
  await rmdir(key);
  await rename(away, key);
  expect(await early.open(sealed, 'purpose')).toBe('one');
  const elsewhere = secretsWith({ secretKey: 'another key of at least 32 characters', dataDir });
  await expect(elsewhere.open(sealed, 'purpose')).rejects.toSatisfy(needsAnotherKey);
});

it('an empty key file, as a full disk leaves it, encrypts nothing', async () => {
  const { dataDir, inFile } = await keyFolder();
  await writeFile(join(dataDir, 'secret.key'), '');
  const secrets = inFile();
  await expect(secrets.seal('one', 'purpose')).rejects.toThrow('secret.key is empty. Put the key back');
  const failure = await secrets.open('any', 'purpose').catch((error: unknown) => error);
  expect(failure).toMatchObject({ failure: 'secretUnreadable', detail: 'EMPTY' });
});
