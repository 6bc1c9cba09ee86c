import { orThrow } from '../errors.ts';
import { keyByBrowser } from './browser-login.ts';
import {
  addressOf,
  clientOf,
  credentialsFile,
  forgetCredentials,
  keepCredentials,
  readCredentials,
} from './credentials.ts';
import { CommandFailed, exitCodes } from './failures.ts';
import { printLine, readSecret } from './terminal.ts';

/**
 * Stores a key that the service accepts: a new one from a person in a browser, or a piped one. Never from an
 * argument: other users see those, and shells keep them.
 */
export async function logIn(options: { url?: string; browser?: boolean }): Promise<void> {
  const url = options.url === undefined ? readCredentials().url : addressOf(options.url);
  const wantsBrowser = options.browser ?? process.stdin.isTTY;
  const made =
    wantsBrowser || options.browser === false
      ? await keyByBrowser(url, options.browser === false)
      : undefined;
  const key = made ?? (await readSecret(`API key for ${url} (made in Jarvis under Keys): `));
  if (key === '') throw new CommandFailed(exitCodes.usage, 'No key was entered.');
  await check({ url, key });
  keepCredentials({ url, key });
  printLine(`The key is stored in ${credentialsFile()}.`);
}

export async function showStatus(): Promise<void> {
  const { url, key, source } = readCredentials();
  printLine(`Jarvis: ${url}`);
  if (key === undefined) throw new CommandFailed(exitCodes.signIn, 'There is no key: jarvis auth login');
  printLine(`Key: ${key.slice(0, 12)}… from ${source}`);
  await check({ url, key });
  printLine('The key is valid.');
}

export function logOut(): void {
  forgetCredentials();
  printLine('The key is removed here. Jarvis accepts it until you revoke it there, under Keys.');
}

/** Throws JarvisError when the service refuses the key. */
const check = (credentials: { url: string; key: string }) =>
  orThrow(clientOf(credentials).api.GET('/api/tasks', { params: { query: { status: 'open' } } }));
