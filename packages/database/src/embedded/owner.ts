import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../failures.ts';
import { parseDatabaseUrl } from '../pool/address.ts';
import { Connection } from '../pool/connection.ts';
import { initialise } from './initialise.ts';
import { type Cluster, isRunning, launch, shutDown } from './postmaster.ts';

/** An arbitrary number, the same in every version. */
const lockKey = 736_200_501;

/** Waits for a server that is starting, replaying its log or stopping; `launch` waits for our own. */
const enterTimeoutMs = 120_000;
/** Postgres needs time to notice the death of an owner, more on a busy machine. */
const takeOverMs = 3_000;

export interface Ownership {
  run(text: string, params: string[]): Promise<unknown[][]>;
  /** Stops the server; see `shutDown`. */
  stop(): Promise<void>;
}

/**
 * Makes the cluster and starts it, or takes over a killed process's. A session's advisory lock, which ends with its
 * process, marks the owner. Restarts a server that ends, after calling `onLost`, with the reason if a restart has
 * failed. Rejects when another process owns the cluster, with its name.
 */
export async function own(
  cluster: Cluster,
  url: string,
  onLost: (failed?: unknown) => void,
): Promise<Ownership> {
  let stopping = false;
  let session = await enter(cluster, url, true, () => false);
  const keep = async () => {
    await session.lost;
    for (let failed: unknown; !stopping; ) {
      onLost(failed);
      failed = undefined;
      try {
        session = await enter(cluster, url, false, () => stopping);
        if (!stopping) await session.lost;
      } catch (error) {
        failed = error;
        if (!stopping) await sleep(1_000);
      }
    }
  };
  const kept = keep();
  return {
    run: (text, params) => session.sql.unsafe(text, params).values(),
    stop: async () => {
      stopping = true;
      // A server that we are restarting is ours to stop.
      if (session.isOver) await kept;
      if (session.isOver) return;
      await shutDown(cluster);
      await session.end(0);
    },
  };
}

/**
 * One process at a time, so that the one that starts the server becomes its owner. Starts no new server if the owner
 * is stopping, but still enters one that it has started; and none beside one that answers, whose process may be
 * invisible, in another container on the same folder.
 */
async function enter(
  cluster: Cluster,
  url: string,
  isFirst: boolean,
  isStopping: () => boolean,
): Promise<Session> {
  const began = performance.now();
  using lock = new DatabaseSync(join(dirname(cluster.clusterDir), 'run/start.lock'), { open: false });
  for (; !holds(lock); await sleep(20)) {
    const isLate = performance.now() - began > enterTimeoutMs;
    if (isLate || isStopping()) throw new InUse(cluster, 'another process, which is starting it');
  }
  for (let launched = false; ; ) {
    const session = new Session(url);
    let isAbsent = false;
    try {
      await session.takeLock(cluster);
      return session;
    } catch (error) {
      void session.end(0);
      const isInUse = error instanceof InUse;
      // Any other failure is of a server that is there: it is starting, stopping, full or slow.
      isAbsent = ['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '');
      const waitMs = isInUse ? takeOverMs : enterTimeoutMs;
      if (isHopeless(error) || performance.now() - began > waitMs || (isStopping() && !launched)) throw error;
    }
    if (isAbsent && !isRunning(cluster.clusterDir)) {
      // A cluster that is missing later may be on a disk that was unmounted.
      if (isFirst) await initialise(cluster.binaries, cluster.clusterDir, cluster.user);
      launched = await launch(cluster);
    }
    if (!launched) await sleep(20);
  }
}

/**
 * Takes the operating system's lock on a file, which ends with its process and holds between containers; SQLite has
 * it, Node does not. Also true where the folder has no locks.
 */
function holds(lock: DatabaseSync): boolean {
  try {
    if (!lock.isOpen) lock.open();
    if (!lock.isTransaction) lock.exec('begin exclusive');
    return true;
  } catch (error) {
    const busy = 5;
    return !(error instanceof Error && 'errcode' in error && error.errcode === busy);
  }
}

class Session extends Connection {
  readonly lost: Promise<void>;

  constructor(url: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    super(
      {
        address: parseDatabaseUrl(url),
        prepare: false,
        session: { application_name: `process ${process.pid} of ${hostname()}` },
      },
      () => resolve(),
    );
    this.lost = promise;
  }

  async takeLock(cluster: Cluster): Promise<void> {
    await this.opened;
    const [[mine, owner] = []] = await this.sql.unsafe(takeLock, [lockKey]).values();
    if (!mine) throw new InUse(cluster, String(owner ?? 'another process'));
  }
}

const takeLock = `select pg_try_advisory_lock($1), (
  select application_name from pg_stat_activity join pg_locks using (pid)
  where locktype = 'advisory' and objid = $1 and granted limit 1)`;

class InUse extends Error {
  constructor({ clusterDir }: Cluster, owner: string) {
    super(
      `The database in ${dirname(clusterDir)} is in use by ${owner}. Stop that one, or set another DATA_DIR; several processes of one service are set by WEB_CONCURRENCY.`,
    );
  }
}

const isHopeless = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'WRONG_SERVER', '28P01', '28000'].includes(codeOf(error) ?? '');
