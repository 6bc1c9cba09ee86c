import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createJarvis, type Jarvis } from '../client.ts';
import { CommandFailed, exitCodes } from './failures.ts';

const urlUnlessTold = 'http://localhost:3000';

export interface Credentials {
  readonly url: string;
  readonly key: string | undefined;
  /** The source of the key. */
  readonly source: string | undefined;
}

export const credentialsFile = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'jarvis', 'credentials.json');

/** Environment variables take precedence over the file. */
export function readCredentials(): Credentials {
  const { JARVIS_API_KEY: ownKey, JARVIS_URL: ownUrl } = process.env;
  const kept = readFile();
  const url = addressOf(ownUrl || kept.url || urlUnlessTold);
  if (ownKey) return { url, key: ownKey.trim(), source: 'JARVIS_API_KEY' };
  // A key is sent only to the service that made it.
  const fits =
    kept.key !== undefined && kept.url !== undefined && isAddress(kept.url) && addressOf(kept.url) === url;
  return { url, key: fits ? kept.key : undefined, source: fits ? credentialsFile() : undefined };
}

/** A service's address in its stored form: without a final slash. Throws CommandFailed for an invalid one. */
export function addressOf(text: string): string {
  if (isAddress(text)) {
    const url = new URL(text);
    // Refused here, without the password: the error of `fetch` would repeat the whole address.
    if (url.username !== '' || url.password !== '')
      throw new CommandFailed(exitCodes.usage, 'The address must have no user name and no password.');
    return url.href.replace(/\/+$/, '');
  }
  throw new CommandFailed(exitCodes.usage, `“${text}” is no address: it begins with http:// or https://.`);
}

/** `localhost:3000` is a valid URL, too, with a scheme “localhost”. */
const isAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** Private from its first byte. */
export function keepCredentials({ url, key }: { url: string; key: string }): void {
  const file = credentialsFile();
  const written = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rmSync(written, { force: true });
    writeFileSync(written, `${JSON.stringify({ url, key })}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
  } catch (error) {
    throw new CommandFailed(exitCodes.signIn, `The key cannot be kept: ${(error as Error).message}`);
  }
}

export const forgetCredentials = (): void => rmSync(credentialsFile(), { force: true });

/** A client with this machine's key. Throws CommandFailed without one. */
export function connected(): Jarvis {
  const { url, key } = readCredentials();
  if (key === undefined) {
    throw new CommandFailed(
      exitCodes.signIn,
      `There is no key for ${url}. Make one in Jarvis under Keys, then: jarvis auth login`,
    );
  }
  return clientOf({ url, key });
}

export function clientOf({ url, key }: { url: string; key: string }): Jarvis {
  try {
    return createJarvis({ url, key });
  } catch (error) {
    throw new CommandFailed(exitCodes.signIn, (error as Error).message);
  }
}

function readFile(): { url?: string; key?: string } {
  const file = credentialsFile();
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandFailed(exitCodes.signIn, `${file} cannot be read. Replace it: jarvis auth login`);
  }
}
