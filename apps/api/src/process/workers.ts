import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, migrationsFolder } from '@jarvis/core';
import { migrate } from '@jarvis/database';
import type { Config } from '../config/config.ts';
import { connectTo, startDatabase } from './open-database.ts';
import { openMetrics } from './open-metrics.ts';
import type { Service } from './start.ts';

/** Those of `npm start` for V8's heap and the cache of compiled code. */
const ownOptions = /^--(?:(?:max-semi|min-semi|heap-growing)-|import=)/;

type Ready = Pick<Service, 'port' | 'uses'>;

/** A worker that died younger than this is replaced after a pause: a defect must not cause a restart storm. */
const youngMs = 5_000;
/** A worker's time after a signal: its time for requests in flight, and a moment to close. */
const endMs = 9_000;

/**
 * Several processes behind one port. The primary starts the embedded Postgres, migrates, distributes connections in
 * turn, replaces a crashed worker, and serves only the metrics. `signal` ends a migration.
 */
export async function startWorkers(config: Config, log: Log, signal: AbortSignal): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const { url, databaseName } = await startDatabase(config, log, opened);
  const db = connectTo(url, { ...config, databasePool: 1 }, log);
  await migrate(db, migrationsFolder, { signal }).finally(() => db.close());
  // The primary's other Node options (a build step, a debugger) are not for the workers.
  cluster.setupPrimary({ execArgv: process.execArgv.filter((option) => ownOptions.test(option)) });
  const { fork, close } = workersWith({ DATABASE_URL: url }, log);
  opened.defer(close);
  const ready = await Promise.all(Array.from({ length: config.processes }, fork));
  const { port, uses } = ready[0] as Ready;
  const metricsPort = await openMetrics(config, opened);
  const running = opened.move();
  return { port, uses: { ...uses, databaseName }, metricsPort, close: () => running.disposeAsync() };
}

/** A worker ended before it served; the primary ends with `exitCode`. */
export class WorkerFailed extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super('A process ended before it was ready; its own lines above say why.');
    this.name = 'WorkerFailed';
    this.exitCode = exitCode;
  }
}

function workersWith(environment: Record<string, string>, log: Log) {
  let closing = false;
  /** Starts a worker, which is replaced if it ends; resolves when it serves. */
  function fork(): Promise<Ready> {
    const worker = cluster.fork(environment);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let served = false;
      worker.on('message', (message: { ready?: Ready }) => {
        if (!message.ready) return;
        served = true;
        resolve(message.ready);
      });
      worker.once('exit', (code, signal) => {
        reject(new WorkerFailed(code || 1));
        if (closing || !served) return;
        log.error({ pid: worker.process.pid, code, signal }, 'a process ended and is replaced');
        void replace(performance.now() - startedAt);
      });
    });
  }
  async function replace(ageMs: number): Promise<void> {
    for (let delayMs = ageMs < youngMs ? 1_000 : 0; ; delayMs = 1_000) {
      await sleep(delayMs);
      if (closing) return;
      try {
        await fork();
        return log.info({}, 'the replacement serves');
      } catch {}
    }
  }
  async function close(): Promise<void> {
    closing = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map(endWorker));
  }
  return { fork, close };
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.process.kill('SIGTERM');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), endMs);
  await ended;
  clearTimeout(timer);
}
