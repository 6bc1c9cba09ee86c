import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, program } from './binaries.ts';
import type { ClusterUser } from './cluster-user.ts';
import { serverEnvironment } from './initialise.ts';

export interface Cluster {
  readonly binaries: Binaries;
  readonly clusterDir: string;
  readonly logFile: string;
  readonly user: ClusterUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

const logBytesMax = 10 * 1024 * 1024;

/**
 * Starts the server and waits until it accepts connections or ends; after a crash it first replays its log. False
 * when another server has the cluster. Throws an Error with the reason from the server's log.
 */
export async function launch(cluster: Cluster, attempt = 1): Promise<boolean> {
  const { binaries, clusterDir, logFile, user, settings } = cluster;
  disownStalePids(cluster);
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax)
    renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const begin = statSync(logFile).size;
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Its own session: a Ctrl-C in the terminal is for us, and we stop the server after our own work.
  const child = spawn(program(binaries, 'postgres'), ['-D', clusterDir, ...args], {
    ...user,
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: serverEnvironment(),
  });
  closeSync(log);
  child.unref();
  let ended: string | undefined;
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`;
  });
  child.once('error', (error) => {
    ended = error.message;
  });
  while (ended === undefined) {
    const told = readPidFile(clusterDir);
    if (told?.pid === child.pid && ['ready', 'standby'].includes(told?.status ?? '')) return true;
    await sleep(5);
  }
  const lines = readFileSync(logFile).subarray(begin).toString().trim().split('\n');
  // Empty: that server is about to write it, or a power loss has left it, until `disown` removes it.
  const inUse = /lock file "[^"]*" (already exists|is empty)|is still in use/;
  if (lines.some((line) => inUse.test(line))) return false;
  // A backend that outlived its postmaster has rolled back the creation of an unlogged table (a restore, say): it
  // removed one of the table's two files at once, and left the other for a checkpoint that never came. Recovery ends at
  // the one that was left; it has made the other again, and so the next recovery removes both.
  if (attempt === 1 && lines.some((line) => /FATAL: +could not create file "[^"]*": File exists/.test(line)))
    return launch(cluster, attempt + 1);
  if (lines.some((line) => line.includes('database files are incompatible')))
    throw new Error(
      `The database in ${clusterDir} is of another version of Postgres: another version of Jarvis has used it. Start that one, or restore a backup of it into another DATA_DIR.`,
    );
  // Copied, restored or opened to everybody by hand.
  const wrongOwner =
    /^(?!.* lock file ).* (?:file|directory) "[^"]*": Permission denied|data directory "[^"]*" has /;
  if (lines.some((line) => wrongOwner.test(line))) {
    const uid = user?.uid ?? process.getuid?.();
    throw new Error(
      `The files of the database belong to another user, or are open to others. Run \`chown -R ${uid} "${clusterDir}"; chmod -R u=rwX,go= "${clusterDir}"\`, then try again.`,
    );
  }
  // Without such a line, as from the dynamic linker, the last ones. What clients were told gives no reason.
  const fatal = lines.filter((line) =>
    /\b(FATAL|PANIC): +(?!the database system is )|No space left/.test(line),
  );
  const reason = (fatal.length > 0 ? fatal : lines).slice(-3);
  throw new Error(`The embedded Postgres did not start: ${[ended, ...reason].join('; ')}`);
}

/**
 * Stops the server: SIGINT ends its clients and writes a checkpoint; after 8 s, SIGQUIT stops it at once, with recovery
 * at the next start. Resolves when the server has ended, or after 5 s more: then the next start takes it over.
 */
export async function shutDown(cluster: Cluster): Promise<void> {
  const { pid } = readPidFile(cluster.clusterDir) ?? {};
  if (pid === undefined) return;
  for (const [signal, withinMs] of [['SIGINT', 8_000] as const, ['SIGQUIT', 5_000] as const]) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
    // Only this server, not one that the next start may have launched meanwhile.
    for (const until = performance.now() + withinMs; performance.now() < until; await sleep(10))
      if (!serves(pid, cluster.clusterDir)) return;
  }
}

export const isRunning = (clusterDir: string): boolean => runningPid(clusterDir) !== undefined;

export function runningPid(clusterDir: string): number | undefined {
  const { pid } = readPidFile(clusterDir) ?? {};
  return pid !== undefined && serves(pid, clusterDir) ? pid : undefined;
}

/** The server's process, and its status; undefined without a whole file. */
function readPidFile(clusterDir: string) {
  try {
    const lines = readFileSync(pidFileOf(clusterDir), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() } : undefined;
  } catch {
    return undefined;
  }
}

const pidFileOf = (clusterDir: string): string => join(clusterDir, 'postmaster.pid');

/**
 * After a power loss, in a recreated container, or before the old server's death is noticed, the process id in its
 * lock files may belong to any process, and Postgres would refuse to start. Postgres ignores its parent's id, so we
 * write our own; it still checks that no orphan of the old server holds the shared memory.
 */
function disownStalePids({ clusterDir, settings }: Cluster): void {
  if (isRunning(clusterDir)) return;
  disown(pidFileOf(clusterDir));
  const folder = settings.unix_socket_directories?.replace(/^"|"$/g, '').replaceAll('""', '"');
  if (folder) disown(join(folder, `.s.PGSQL.${settings.port ?? '5432'}.lock`));
}

function disown(file: string): void {
  const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === undefined || mtimeMs === undefined) return;
  if (size > 0) {
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [process.pid, ...rest].join('\n'));
  } else if (Date.now() - mtimeMs > 10_000) {
    rmSync(file);
  }
}

/**
 * True when the process is a server of this cluster: its arguments name the cluster's folder. Its working folder would
 * say so too, but root without CAP_SYS_PTRACE, a container's default, cannot read that of another user's process.
 */
function serves(pid: number, clusterDir: string): boolean {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(clusterDir);
    process.kill(pid, 0);
    return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout.includes(
      clusterDir,
    );
  } catch {
    return false;
  }
}
