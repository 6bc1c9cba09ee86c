import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConnectionFailed, type Secrets } from '@jarvis/core';
import type { Config } from '../config/config.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

export type SecretSettings = Pick<Config, 'secretKey' | 'dataDir'>;

const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/** The location of the key, which operators have to keep with a backup. */
export const keyName = ({ secretKey, dataDir }: SecretSettings): string =>
  secretKey === undefined ? keyFile(dataDir) : 'SECRET_KEY';

/**
 * AES-256-GCM with a key derived from SECRET_KEY, or else with the key file in DATA_DIR, which is made at the first
 * encryption. The purpose is authenticated data: a secret that was moved to another row, or to another address,
 * cannot be decrypted.
 */
export function secretsWith({ secretKey, dataDir }: SecretSettings): Secrets {
  const file = keyFile(dataDir);
  let known: Buffer | undefined;
  const keyFor = async (make: boolean) => {
    known ??= derived(secretKey ?? (await readOrMake(file, make)));
    return known;
  };
  return {
    async seal(text, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, await keyFor(true), iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    async open(sealed, purpose) {
      const key = await keyFor(false).catch((error: NodeJS.ErrnoException) => {
        throw unreadable(error.code === 'ENOENT' ? '' : error.code);
      });
      try {
        const bytes = Buffer.from(sealed, 'base64');
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return Buffer.concat([
          decipher.update(bytes.subarray(ivBytes + tagBytes)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        throw unreadable();
      }
    },
  };
}

const unreadable = (code?: string) =>
  new ConnectionFailed('secretUnreadable', code, 'a stored secret cannot be decrypted');

const derived = (material: string): Buffer =>
  Buffer.from(hkdfSync('sha256', material, '', 'jarvis installation settings', 32));

async function readOrMake(file: string, make: boolean): Promise<string> {
  try {
    const key = await readFile(file, 'utf8');
    if (key !== '') return key;
    // What a full disk or a bad copy leaves; everybody could derive its key.
    throw Object.assign(new Error(`${file} is empty. Put the key back, or delete the file.`), {
      code: 'EMPTY',
    });
  } catch (error) {
    if (!make || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(join(file, '..'), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  // Linked when complete, so that nobody reads half a key; of several made at the same time the first one stays.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file, 'utf8');
}
