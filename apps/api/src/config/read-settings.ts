import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { BadSettings } from './bad-settings.ts';
import { type Config, readConfig } from './config.ts';

const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url));

/** The settings of the environment, then of a `.env` at the root. Throws BadSettings. */
export function readSettings(file = envFile): Config {
  return readConfig({ ...(existsSync(file) && read(file)), ...process.env });
}

function read(file: string): NodeJS.Dict<string> {
  try {
    // Some editors begin a file with a byte order mark.
    return parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadSettings([`${file} must be a file that this user can read (${code})`]);
  }
}
