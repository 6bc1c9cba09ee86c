import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, type HowStarted, type ServiceProcess, startServiceProcess } from '@jarvis/testkit';

export { freePort, type ServiceProcess as ServerProcess };

export const root = fileURLToPath(new URL('../../../..', import.meta.url));

export interface ServerOptions extends HowStarted {
  readonly env: Readonly<Record<string, string>>;
}

/** The service as `npm start` runs it, with its log as in production. */
export const startServer = ({ env, ...how }: ServerOptions): Promise<ServiceProcess> =>
  startServiceProcess({ LOG_LEVEL: 'info', ...env }, { cwd: root, ...how });

/**
 * A folder that everybody can enter (Postgres does not run as root), made on first use, so that a skipped case leaves
 * none, and removed at the end together with a Postgres that still runs in it.
 */
export function temporaryFolder(): { readonly path: string; remove: () => Promise<void> } {
  let made: string | undefined;
  return {
    get path() {
      if (made === undefined) {
        made = mkdtempSync(join(tmpdir(), 'jarvis-faults-'));
        chmodSync(made, 0o755);
      }
      return made;
    },
    remove: async () => {
      if (made === undefined) return;
      const pid = postmasterOf(made);
      if (pid !== undefined) {
        tryKill(pid, 'SIGQUIT');
        await goneWithin(pid, 5_000);
      }
      await rm(made, { recursive: true, force: true });
    },
  };
}

/** The process of the embedded Postgres of a DATA_DIR, if it runs. */
export function postmasterOf(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended meanwhile.
    }
  }
  const family = [pid];
  for (const member of family) family.push(...(children.get(member) ?? []));
  return family;
}

/** The command line of a process; empty if it has ended, or is a zombie. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  for (const member of familyOf(pid)) tryKill(member, signal);
}

export function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** False for a zombie. */
export function isAlive(pid: number): boolean {
  return commandOf(pid) !== '';
}

export async function goneWithin(pid: number, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  while (isAlive(pid)) {
    if (performance.now() > until) return false;
    await sleep(10);
  }
  return true;
}

/** Resident memory of a process in MB. */
export function memoryMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb ?? 0) / 1_024;
}

/** The state of a listening socket in `/proc/<pid>/net/tcp`. */
const listening = '0A';

/** TCP connections that a server has opened; on Linux only. */
export function outgoingOf({ pid, port }: { readonly pid: number; readonly port: number }): number {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n').slice(1);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, local, , state, , , , , , inode]) =>
        own.has(inode) && state !== listening && Number.parseInt(local?.split(':')[1] ?? '', 16) !== port,
    ).length;
}

/** Polls until it is true. */
export async function until(
  what: string | (() => string),
  isSo: () => Promise<boolean> | boolean,
  withinMs: number,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    if (await isSo()) return performance.now() - startedAt;
    if (performance.now() - startedAt > withinMs)
      throw new Error(`not within ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    await sleep(20);
  }
}
