import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Run by `npm run dev`: Vite on PORT with the web app's sources, in front of the server, which restarts whenever one
 * of its files changes. Both end together.
 */
const here = import.meta.dirname;
const root = join(here, '../..');
const file = join(root, '.env');
const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
const port = settings.PORT || '3000';
const host = settings.HOST || '127.0.0.1';
const serverPort = await freePort();

const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/api/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      PUBLIC_URL: settings.PUBLIC_URL || `http://localhost:${port}`,
    },
  }),
  spawn(
    process.execPath,
    [vite, '--port', port, '--strictPort', '--host', host, '--clearScreen', 'false', '--logLevel', 'warn'],
    {
      cwd: here,
      stdio: 'inherit',
      env: { ...process.env, JARVIS_SERVER: `http://127.0.0.1:${serverPort}` },
    },
  ),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(signal));
const codes = await Promise.all(children.map(ended));
process.exit(Math.max(...codes));

/** Resolves with its exit code; the others end with it. */
function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      endAll('SIGTERM');
      resolve(code ?? 0);
    });
  });
}

function endAll(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}
