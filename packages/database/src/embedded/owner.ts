import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDatabaseUrl } from '../pool/address.ts';
import { HostClient } from '../pool/host-client.ts';
import { type Cluster, isRunning, launch, shutDown } from './postmaster.ts';

/** An arbitrary number, the same in every version. */
const lockKey = 736_200_501;

/** Waits for a server that is starting, replaying its log or stopping; `launch` waits for our own. */
const enterTimeoutMs = 120_000;
/** Postgres needs time to notice the death of an owner, more on a busy machine. */
const takeOverMs = 3_000;

/** The rights of the one process that owns a running cluster. */
export interface Ownership {
  /** Runs a statement in the owner's session. */
  run(text: string, params: string[]): Promise<unknown[][]>;
  /** Stops the server; see `shutDown`. */
  stop(): Promise<void>;
}

/**
 * Starts the cluster, or takes over a killed process's. A session's advisory lock, which ends with its process, marks
 * the owner. Restarts a server that ends, after calling `onLost`, with the reason if a restart has failed. Rejects with
 * InUse when another process owns the cluster.
 */
export async function own(
  cluster: Cluster,
  url: string,
  onLost: (failed?: unknown) => void,
): Promise<Ownership> {
  let stopping = false;
  let entering: Promise<void> | undefined;
  let session = await enter(cluster, url, () => false);
  const watch = () =>
    session.whenInvalid(() => {
      entering = stopping ? undefined : enterAgain();
    });
  const enterAgain = async () => {
    let failed: unknown;
    while (!stopping) {
      onLost(failed);
      try {
        session = await enter(cluster, url, () => stopping);
        return watch();
      } catch (error) {
        failed = error;
        if (!stopping) await sleep(1_000);
      }
    }
  };
  watch();
  return {
    run: (text, params) => ask(session, text, params),
    stop: async () => {
      stopping = true;
      // A server that we are restarting is ours to stop.
      await entering;
      if (session.invalid) return;
      await shutDown(cluster);
      session.invalidate();
    },
  };
}

/** Starts no new server if the owner is stopping, but still enters one that it has started. */
async function enter(cluster: Cluster, url: string, isStopping: () => boolean): Promise<HostClient> {
  const began = performance.now();
  for (let launched = false; ; ) {
    try {
      return await openSession(url);
    } catch (error) {
      const waitMs = error instanceof InUse ? takeOverMs : enterTimeoutMs;
      if (isHopeless(error) || performance.now() - began > waitMs || (isStopping() && !launched)) throw error;
    }
    if (!isRunning(cluster.clusterDir)) launched = await launch(cluster);
    if (!launched) await sleep(20);
  }
}

async function openSession(url: string): Promise<HostClient> {
  const session = await HostClient.open({
    address: parseDatabaseUrl(url),
    connectTimeoutMs: 2_000,
    lifetimeMs: Number.POSITIVE_INFINITY,
    prepare: false,
    session: { application_name: `process ${process.pid} of ${hostname()}` },
  });
  try {
    const [[mine, owner] = []] = await ask(session, takeLock, [lockKey]);
    if (mine) return session;
    throw new InUse(String(owner ?? 'another process'));
  } catch (error) {
    session.destroy();
    throw error;
  }
}

async function ask(client: HostClient, text: string, params: (string | number)[]): Promise<unknown[][]> {
  const connection = client.use();
  try {
    return await connection.sql.unsafe(text, params).values();
  } finally {
    client.release(connection);
  }
}

const takeLock = `select pg_try_advisory_lock($1), (
  select application_name from pg_stat_activity join pg_locks using (pid)
  where locktype = 'advisory' and objid = $1 and granted limit 1)`;

/** Another process owns the cluster; the message is its name. */
export class InUse extends Error {}

const isHopeless = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EACCES', 'EPERM', 'WRONG_SERVER', '28P01', '28000'].includes(String(error.code));
