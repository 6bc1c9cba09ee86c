import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { CommandFailed, exitCodes } from './failures.ts';
import { printError, readSecret } from './terminal.ts';

const clientId = 'jarvis-cli';
const waitMs = 10 * 60_000;

/**
 * Gets a key for this machine from a person who is signed in to Jarvis in a browser: one opened here, or, with
 * `byCode`, one on any machine, from which the person copies a code. Undefined if the service does not connect
 * programs. Throws CommandFailed when the service names another address, when the person refuses, or after ten minutes
 * without a decision.
 */
export async function keyByBrowser(url: string, byCode: boolean): Promise<string | undefined> {
  const found = await fetch(`${url}/.well-known/oauth-authorization-server`, { redirect: 'error' });
  if (found.status === 404) return undefined;
  const { issuer } = (await found.json()) as { issuer?: unknown };
  // A service that names another issuer would get that issuer's code from us, and exchange it for a key there (mix-up).
  if (issuer !== new URL(url).origin)
    throw new CommandFailed(
      exitCodes.unreachable,
      `The service at ${url} names another address: ${JSON.stringify(issuer)}. If that is your Jarvis, use it: jarvis auth login --url <url>`,
    );
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const addressFor = (redirectUri: string) =>
    `${issuer}/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      machine: hostname(),
    })}`;
  if (byCode) {
    const redirectUri = `${issuer}/connect/code`;
    printError(`Open this address and allow the request:\n${addressFor(redirectUri)}`);
    const code = await readSecret('Code: ');
    if (code === '') throw new CommandFailed(exitCodes.usage, 'No code was entered.');
    return exchange(url, { code, verifier, redirectUri });
  }
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const answered = answerAt(server, { state, issuer });
    openBrowser(addressFor(redirectUri));
    printError(`Allow it in your browser. If none opens, open this address:\n${addressFor(redirectUri)}`);
    return await exchange(url, { code: await answered, verifier, redirectUri });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The code from the browser's redirect. Ignores one with another state, or of another service (mix-up, CSRF). */
function answerAt(server: Server, expected: { state: string; issuer: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (text: string) => reject(new CommandFailed(exitCodes.signIn, text));
    const timer = setTimeout(() => refuse('Nobody has allowed it in ten minutes.'), waitMs);
    server.on('close', () => clearTimeout(timer));
    server.on('request', (req, res) => {
      // Another program on this machine may send anything: `//` is not an address.
      const target = `http://127.0.0.1${req.url ?? '/'}`;
      const { pathname, searchParams: answer } = new URL(URL.canParse(target) ? target : 'http://127.0.0.1/');
      const isOurs = answer.get('state') === expected.state && answer.get('iss') === expected.issuer;
      const known = pathname === '/callback' && isOurs;
      const code = answer.get('code');
      const text = !known
        ? 'There is nothing here.'
        : code
          ? 'You can close this page.'
          : 'It was not allowed.';
      res.writeHead(known ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      res.end(text, () => {
        if (!known) return;
        if (code) resolve(code);
        else refuse('It was not allowed.');
      });
    });
  });
}

async function exchange(
  url: string,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<string> {
  const fields = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  };
  const answer = await fetch(`${url}/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'error',
  });
  const { access_token: key } = (await answer.json()) as { access_token?: unknown };
  if (answer.ok && typeof key === 'string') return key;
  throw new CommandFailed(exitCodes.signIn, 'The code was not accepted. Start again: jarvis auth login');
}

/** Never through a shell, which would interpret characters of the address. Without a browser, prints the address. */
function openBrowser(address: string): void {
  const [command = '', ...args] = process.env.BROWSER
    ? [process.env.BROWSER]
    : ({ darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[
        process.platform as string
      ] ?? ['xdg-open']);
  const browser = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  browser.on('error', () => {});
  browser.unref();
}
