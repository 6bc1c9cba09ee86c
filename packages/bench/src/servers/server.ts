import { type ChildProcess, fork } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server in its own process, listening on loopback. */
export interface Server {
  readonly name: string;
  readonly url: string;
  /** Its ready message, beside the port. */
  readonly said: Readonly<Record<string, string>>;
  /** Processor time since the start: the server's own, and all of Postgres's. */
  cpu(): { serverMs: number; postgresMs: number };
  memoryMb(): number;
  stop(): Promise<void>;
}

export interface Launch {
  readonly name: string;
  /** Relative to this file. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** The folder for its output; the log is written as in production. */
  readonly folder: string;
}

/** Starts a server and waits for its `{ port }`. */
export async function launch({ name, file, env, folder }: Launch): Promise<Server> {
  const output = openSync(join(folder, `${name}.log`), 'a');
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    execArgv: [],
    stdio: ['ignore', output, output, 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const { port, ...said } = await ready(child, name, folder);
  const url = `http://127.0.0.1:${port}`;
  return { name, url, said, ...figuresOf(child.pid ?? 0), stop: () => stop(child) };
}

const running = new Set<ChildProcess>();

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

type Ready = { port: string } & Record<string, string>;

function ready(child: ChildProcess, name: string, folder: string): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', (code) => {
      const said = readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000);
      reject(new Error(`${name} ended with ${code}:\n${said}`));
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

export const figuresOf = (pid: number): Pick<Server, 'cpu' | 'memoryMb'> => ({
  cpu: () => ({ serverMs: cpuMsOf(pid), postgresMs: postgresCpuMs() }),
  memoryMb: () => memoryMbOf(pid),
});

/** The memory of a process, in MiB. Throws when it has ended, and without /proc. */
export function memoryMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

const clockTickMs = 10;

/** Zero without /proc: the figures are then omitted. */
function cpuMsOf(pid: number): number {
  try {
    const fields = statOf(pid);
    return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
  } catch {
    return 0;
  }
}

/** Of every process of the cluster that this run started, including ended ones. */
function postgresCpuMs(): number {
  try {
    let ms = 0;
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const fields = statOf(Number(entry));
      if (Number(entry) !== postmasterPid && Number(fields[1]) !== postmasterPid) continue;
      ms += (Number(fields[11]) + Number(fields[12])) * clockTickMs;
      if (Number(entry) === postmasterPid) ms += (Number(fields[13]) + Number(fields[14])) * clockTickMs;
    }
    return ms;
  } catch {
    return 0;
  }
}

let postmasterPid = 0;

/** The cluster whose processes count as Postgres. */
export function watchPostgres(clusterFolder: string): void {
  postmasterPid = Number(readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Fields of /proc/<pid>/stat from the third (state) on. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
