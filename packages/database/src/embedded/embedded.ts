import { existsSync, realpathSync, statSync } from 'node:fs';
import { chmod, constants, mkdir, realpath, access as tryAccess } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { codeOf } from '../failures.ts';
import { inWords } from '../in-words.ts';
import type { DatabaseLog } from '../log.ts';
import { accessTo } from './access.ts';
import { usableBinaries } from './binaries.ts';
import { canReach, clusterUser, isNobody } from './cluster-user.ts';
import { own } from './owner.ts';
import { isRunning } from './postmaster.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Pick<DatabaseLog, 'warn'>;
  /** Settings of the server that add to ours or override them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Embedded {
  /** For `connect`. */
  readonly url: string;
  readonly version: string;
  /** Stops the server. Close the pool first. */
  stop(): Promise<void>;
}

const databaseName = 'jarvis';

/**
 * Creates the cluster in `dataDir`, starts it, or takes it over from a killed process. A start after a crash recovers
 * all committed data. Throws an Error with one line: the process that uses the folder, or what to do with DATA_DIR or
 * DATABASE_URL if this cannot work.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  return startIn(options).catch((error: unknown) => {
    throw unwritable(options.dataDir, error) ?? error;
  });
}

async function startIn(options: EmbeddedOptions): Promise<Embedded> {
  await makeFolder(resolve(options.dataDir));
  // Without links: processes are compared by their folder (see postmaster.ts).
  const dataDir = await realpath(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const user = clusterUser(dataDir, clusterDir);
  if (!canReach(user, dataDir))
    throw new Error(
      `Postgres does not run as root, and the user that it runs as (${user?.uid}) cannot enter ${dataDir}. Set DATA_DIR to a folder that every user can enter, or DATABASE_URL to a Postgres server.`,
    );
  if (user && isNobody(user)) {
    options.log.warn(
      { dataDir },
      'the embedded Postgres runs as the user "nobody", whose files every other service that runs as nobody can read: create a user "postgres" and give it DATA_DIR/postgres, start as a user of your own, or set DATABASE_URL',
    );
  }
  const binaries = await usableBinaries(user, dataDir);
  const access = await accessTo(dataDir, user);
  await tryAccess(join(dataDir, 'run'), constants.W_OK);
  const settings = { ...smallMachine(), ...access.settings, ...options.settings };
  const cluster = { binaries, clusterDir, logFile: join(dataDir, 'postgres.log'), user, settings };
  const lost = (failed?: unknown) =>
    options.log.warn(
      { dataDir, ...(failed !== undefined && { reason: inWords(failed) }) },
      'the embedded Postgres ended and is restarted',
    );
  const owner = await own(cluster, access.url('postgres'), lost);
  const [found] = await owner.run('select 1 from pg_database where datname = $1', [databaseName]);
  if (!found) await owner.run(`create database ${databaseName}`, []);
  return {
    url: access.url(databaseName),
    version: binaries.version,
    stop: owner.stop,
  };
}

/** Node's recursive `mkdir` never ends where the parent exists but takes no folders (ENOENT), as in /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
    // Regardless of the umask: the server's user must be able to enter. Private files have their own modes.
    if (process.getuid?.() === 0) await chmod(path, 0o755);
    return;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error;
  }
  await makeFolder(dirname(path));
  return makeFolder(path);
}

/** Whether `dataDir` has a cluster, running or not; also true if that cannot be seen, as in the folder of another user. */
export function hasEmbedded(dataDir: string): boolean {
  try {
    statSync(join(dataDir, 'postgres'));
    return true;
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
}

/** The address of the running cluster in `dataDir`, for commands beside the service; undefined if none runs. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  if (!existsSync(dataDir)) return undefined;
  const folder = await realpath(dataDir);
  const clusterDir = join(folder, 'postgres');
  if (!isRunning(clusterDir)) return undefined;
  return (await accessTo(folder, clusterUser(folder, clusterDir))).url(databaseName);
}

/** A folder or file of another user, on a read-only disk, or a path that leads through a file. */
const unusable: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOENT'];

/** With advice, if a file or folder in `dataDir`, or on the way to it, cannot be made; undefined for other errors. */
function unwritable(dataDir: string, error: unknown): Error | undefined {
  if (!(error instanceof Error && 'code' in error && 'path' in error && unusable.includes(error.code)))
    return undefined;
  const path = String(error.path);
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  if (!isWithin(folder, path) && !isWithin(path, folder)) return undefined;
  return new Error(
    `The service cannot write in DATA_DIR: ${path} (${error.code}). Set DATA_DIR to a folder that is not another user's and not read-only, or DATABASE_URL to a Postgres server.`,
  );
}

const isWithin = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..');

/** Durability is Postgres's default: every commit is on disk before it is acknowledged. */
const smallMachine = () => ({
  port: '5432',
  max_connections: '100',
  // A postmaster of Postgres 18 never ends or recovers if the recovery after a crash of its own fails, as on a full disk.
  restart_after_crash: 'off',
  // Once filled they are never given back: in a container of 512 MB, 128 MB of them got the service killed by uploads.
  shared_buffers: `${Math.min(128, Math.floor(memoryBytes() / 16 / 1024 ** 2))}MB`,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_duration_statement: '1s',
  // People's texts are in parameters and in error details: neither is logged.
  log_parameter_max_length: '0',
  log_error_verbosity: 'terse',
});

/** Of the machine, or its container's limit. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);
