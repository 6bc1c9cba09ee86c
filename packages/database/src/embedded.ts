import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { accessTo } from './embedded/access.ts';
import { usableBinaries } from './embedded/binaries.ts';
import { type ClusterUser, canReach, clusterUser, isNobody } from './embedded/cluster-user.ts';
import { initialise } from './embedded/initialise.ts';
import { Membership } from './embedded/membership.ts';
import type { DatabaseLog } from './log.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Pick<DatabaseLog, 'warn'>;
  readonly initArgs?: readonly string[];
  /** Settings of the server beside or instead of ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Embedded {
  /** For `connect`. */
  readonly url: string;
  /** Of the server, as `18.4`. */
  readonly version: string;
  /** True when the cluster was running already. */
  readonly adopted: boolean;
  /** Leaves the cluster, and stops it unless another process still uses it. Close the pool first. */
  stop(): Promise<void>;
}

/** How long the server has to end its clients and write everything out before it is stopped at once. */
const stopGraceMs = 8_000;

const databaseName = 'jarvis';

/**
 * The cluster in `dataDir`, made, started or joined. Starting it again after a crash recovers all that was
 * committed. Throws an Error with one line that names DATA_DIR and DATABASE_URL where this cannot work.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const created = await mkdir(resolve(options.dataDir), { recursive: true });
  // Without links in it: by their folder processes are told apart (see postmaster.ts).
  const dataDir = await realpath(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  // Whatever the umask: the server's user must pass through. What is private has modes of its own.
  if (created && process.getuid?.() === 0) await chmod(dataDir, 0o755);
  const user = clusterUser(dataDir, clusterDir);
  if (!canReach(user, dataDir)) throw unreachable(dataDir, user);
  if (user && isNobody(user)) {
    options.log.warn(
      { dataDir },
      'the embedded Postgres runs as the user "nobody", whose files every other service that runs as nobody can read: create a user "postgres" and give it DATA_DIR/postgres, start as a user of your own, or set DATABASE_URL',
    );
  }
  const binaries = await usableBinaries(user, dataDir);
  const access = await accessTo(dataDir, user);
  await initialise(binaries, clusterDir, user, [...access.initArgs, ...(options.initArgs ?? [])]);
  const settings = { ...smallMachine, ...access.settings, ...options.settings };
  const cluster = { binaries, clusterDir, logFile: join(dataDir, 'postgres.log'), user, settings };
  const membership = await Membership.join(cluster, access.url('postgres'), () =>
    options.log.warn({ dataDir }, 'the embedded Postgres went away and is started again'),
  );
  await createDatabase(membership);
  return {
    url: access.url(databaseName),
    version: binaries.version,
    adopted: membership.adopted,
    stop: () => membership.leave(stopGraceMs),
  };
}

async function createDatabase(membership: Membership): Promise<void> {
  const [found] = await membership.run('select 1 from pg_database where datname = $1', [databaseName]);
  if (found) return;
  try {
    await membership.run(`create database ${databaseName}`, []);
  } catch (error) {
    // Another start was quicker.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== '42P04' && code !== '23505') throw error;
  }
}

function unreachable(dataDir: string, user: ClusterUser | undefined): Error {
  return new Error(
    `Postgres does not run as root, and the user that it runs as (${user?.uid}) cannot enter ${dataDir}. Set DATA_DIR to a folder that every user can enter, or DATABASE_URL to a Postgres server.`,
  );
}

/** What differs from Postgres' defaults. Durability is as shipped: every commit is on disk before it is answered. */
const smallMachine = {
  port: '5432',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_duration_statement: '1s',
  // What people wrote is in parameters and in the details of errors: neither is logged.
  log_parameter_max_length: '0',
  log_error_verbosity: 'terse',
  random_page_cost: '1.1',
};
