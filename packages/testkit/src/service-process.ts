import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from './node-flags.ts';

const main = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url));
const readyWithinMs = 90_000;
const stopWithinMs = 20_000;

/** The service in a process of its own, as `npm start` runs it. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** From the command to its first line. */
  readonly readyMs: number;
  /** Asks it to end and waits until it has; kills it when it does not. */
  stop(): Promise<void>;
}

/**
 * Starts the service with these settings and none of this process's own, on a free port unless PORT is given, and
 * waits until it is ready. Throws what it wrote when it ends before that.
 */
export async function startServiceProcess(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  // A file, as no reader of a pipe then takes processor time from what is measured.
  const folder = mkdtempSync(join(tmpdir(), 'jarvis-service-'));
  const file = join(folder, 'output.log');
  const output = openSync(file, 'a');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeFlags(), main], {
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), PORT: '0', MODEL: 'builtin', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded = true;
      process.off('exit', kill);
      resolve();
    });
  });
  let port: string | undefined;
  while (port === undefined) {
    const said = readFileSync(file, 'utf8');
    port = /Jarvis is ready on http:\/\/[^\s:]+:(\d+)/.exec(said)?.[1];
    if (hasEnded) throw new Error(`the service ended while starting:\n${said}`);
    if (performance.now() - startedAt > readyWithinMs) {
      kill();
      throw new Error(`the service was not ready in time:\n${said}`);
    }
    await sleep(5);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(kill, stopWithinMs);
      await ended;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For a service whose own address has to be known before it starts: it stands in links and in redirects. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
