import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { secretsWith } from './secrets.ts';

it('concurrent first encryptions share one key, and leave no other file in its folder', async () => {
  // Many installations, because in most of them one file is made before the other.
  for (let n = 0; n < 100; n += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const inFile = () => secretsWith({ secretKey: undefined, dataDir });
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
