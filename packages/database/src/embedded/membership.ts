import { setTimeout as sleep } from 'node:timers/promises';
import { parseDatabaseUrl } from '../address.ts';
import { HostClient } from '../host-client.ts';
import { type Cluster, isRunning, launch, shutDown } from './postmaster.ts';

/** Any number, the same for all who use a cluster. */
const lockKey = 736_200_501;

/** A server that is starting, replaying its log or stopping is waited for; see `launch` for one that we start. */
const enterTimeoutMs = 120_000;

/**
 * A process's share in a running cluster: a session that holds a shared advisory lock for as long as the process
 * uses the cluster. Whoever leaves and gets the lock alone is the last, and stops the server; somebody who comes
 * in that moment waits for the lock, is sent away by the stopping server, and starts it again. Nothing is left
 * behind by a process that is killed: its session ends with it.
 */
export class Membership {
  /** True when the cluster was running before. */
  readonly adopted: boolean;
  readonly #cluster: Cluster;
  readonly #url: string;
  readonly #onLost: () => void;
  #session: HostClient;
  #leaving = false;
  #entering: Promise<void> | undefined;

  /** Joins the cluster, which is started if it is not running. */
  static async join(cluster: Cluster, url: string, onLost: () => void): Promise<Membership> {
    const { session, launched } = await enter(cluster, url);
    return new Membership(cluster, url, onLost, session, !launched);
  }

  private constructor(
    cluster: Cluster,
    url: string,
    onLost: () => void,
    session: HostClient,
    adopted: boolean,
  ) {
    this.#cluster = cluster;
    this.#url = url;
    this.#onLost = onLost;
    this.#session = session;
    this.adopted = adopted;
    this.#watch();
  }

  /** Runs a statement in the member's own session. */
  async run(text: string, params: (string | number)[]): Promise<unknown[][]> {
    return this.#session.sql.unsafe(text, params).values();
  }

  /** Gives the share back; stops the server when nobody else has one. */
  async leave(graceMs: number): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    // A server that we are starting again is ours to stop.
    await this.#entering;
    try {
      const unlock = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1)';
      const [row] = await this.run(unlock, [lockKey]);
      if (row?.[1] === true) await shutDown(this.#cluster, graceMs);
    } catch {
      // The server is gone already, or going.
    }
    this.#session.invalidate();
  }

  /** A server that went away (killed, out of memory) is started again for as long as we are here. */
  #watch(): void {
    this.#session.whenInvalid(() => {
      this.#entering = this.#enterAgain();
    });
  }

  async #enterAgain(): Promise<void> {
    while (!this.#leaving) {
      this.#onLost();
      try {
        const { session } = await enter(this.#cluster, this.#url, () => this.#leaving);
        this.#session = session;
        return this.#watch();
      } catch {
        if (!this.#leaving) await sleep(1_000);
      }
    }
  }
}

/** Whoever leaves meanwhile starts no server any more, but enters the one that they have started. */
async function enter(
  cluster: Cluster,
  url: string,
  isLeaving: () => boolean = () => false,
): Promise<{ session: HostClient; launched: boolean }> {
  const until = performance.now() + enterTimeoutMs;
  let launched = false;
  for (;;) {
    const attempt = await openSession(url);
    if (attempt instanceof HostClient) return { session: attempt, launched };
    if (isHopeless(attempt)) throw attempt;
    if (performance.now() > until || (isLeaving() && !launched)) throw attempt;
    if (isRunning(cluster.clusterDir)) {
      await sleep(20);
      continue;
    }
    const outcome = await launch(cluster);
    if (outcome.state === 'failed') throw notStarted(cluster, outcome.reason);
    launched = outcome.state === 'ready';
    if (!launched) await sleep(50);
  }
}

function notStarted({ clusterDir }: Cluster, reason: string): Error {
  if (reason.includes('database files are incompatible'))
    return new Error(
      `The database in ${clusterDir} is of another version of Postgres: another version of Jarvis has used it. Start that one, or restore a backup of it into another DATA_DIR.`,
    );
  return new Error(`The embedded Postgres did not start: ${reason}`);
}

async function openSession(url: string): Promise<HostClient | Error> {
  const address = parseDatabaseUrl(url);
  try {
    const session = await HostClient.open({
      address,
      max: 1,
      connectTimeoutMs: 2_000,
      lifetimeMs: Number.POSITIVE_INFINITY,
      prepare: false,
      session: { application_name: 'jarvis (keeps the embedded Postgres)' },
    });
    await session.sql.unsafe('select pg_advisory_lock_shared($1)', [lockKey]);
    return session;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const isHopeless = (error: Error): boolean =>
  'code' in error && ['EACCES', 'EPERM', 'WRONG_SERVER', '28P01', '28000'].includes(String(error.code));
