import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeFlags, startVariables } from './node-flags.ts';

const main = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url));
const readyWithinMs = 90_000;
const stopWithinMs = 60_000;

/** The service in its own process, as `npm start` runs it. */
export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  /** From the command to its first line. */
  readonly readyMs: number;
  readonly ended: Promise<Ending>;
  /** Its complete stdout and stderr. */
  output(): string;
  /** Signals it to end and waits; kills it if it does not. */
  stop(signal?: NodeJS.Signals): Promise<Ending & { ms: number }>;
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface HowStarted {
  /** Replaces Node with the flags of `npm start`. */
  readonly program?: readonly string[];
  readonly cwd?: string;
}

/**
 * Starts the service with these settings and none of this process's own, on a free port unless PORT is given, and
 * waits until it is ready. Throws its output if it ends before that.
 */
export async function startServiceProcess(
  env: Readonly<Record<string, string>>,
  { program, cwd }: HowStarted = {},
): Promise<ServiceProcess> {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  // A file, because the reader of a pipe would take processor time from the measurement.
  const folder = mkdtempSync(join(tmpdir(), 'jarvis-service-'));
  const file = join(folder, 'output.log');
  const written = openSync(file, 'a');
  const startedAt = performance.now();
  const [command = process.execPath, ...args] = program ?? [process.execPath, ...nodeFlags(), main];
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH,
      HOME,
      ...startVariables(),
      ...(TMPDIR && { TMPDIR }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      PORT: '0',
      MODEL: 'builtin',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', written, written],
  });
  closeSync(written);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let atTheEnd: string | undefined;
  const output = () => atTheEnd ?? readFileSync(file, 'utf8');
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', kill);
      // Tests that remove the folder no longer need the output.
      atTheEnd = existsSync(file) ? output() : '';
      rmSync(folder, { recursive: true, force: true });
      resolve({ code, signal });
    });
  });
  let port: number | undefined;
  while (port === undefined) {
    const found = /Jarvis is ready on http:\/\/[^\s:]+:(\d+)/.exec(output())?.[1];
    if (found !== undefined) port = Number(found);
    else if (atTheEnd !== undefined) throw new Error(`the service ended while starting:\n${output()}`);
    else if (performance.now() - startedAt > readyWithinMs) {
      kill();
      throw new Error(`the service was not ready within ${readyWithinMs} ms:\n${output()}`);
    } else await sleep(5);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    child,
    readyMs: performance.now() - startedAt,
    ended,
    output,
    async stop(signal = 'SIGTERM') {
      const at = performance.now();
      if (atTheEnd === undefined) child.kill(signal);
      const late = setTimeout(kill, stopWithinMs);
      const ending = await ended;
      clearTimeout(late);
      return { ...ending, ms: performance.now() - at };
    },
  };
}
