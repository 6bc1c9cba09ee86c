import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';

/**
 * The settings from the environment and a `.env` at the root; the environment takes precedence. Throws BadSettings.
 */
export function readSettings(): Config {
  const file = fileURLToPath(new URL('../../../../.env', import.meta.url));
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return readConfig({ ...fromFile, ...process.env });
}
