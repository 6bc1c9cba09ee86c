import cluster from 'node:cluster';
import { DatabaseUnavailable, inWords, untilReachable } from '@jarvis/database';
import { BadSettings, type Config, readSettings } from '../config/config.ts';
import { createLog, describeCause } from '../log/log.ts';
import { banner } from './banner.ts';
import { listenProblem } from './listen-problem.ts';
import { type Service, start } from './start.ts';
import { trimHeap } from './trim-heap.ts';
import { startWorkers, WorkerFailed } from './workers.ts';

/** sysexits.h: wrong configuration, database unavailable. */
const badSettingsExitCode = 78;
const unavailableExitCode = 69;

/** The process ends after this, even if something hangs. */
const endMs = 9_800;
const databaseMs = 60_000;

const config = settingsOrExit();
const log = createLog(config.logLevel);

let service: Service | undefined;
/** The exit code, once the process has been told to end. */
let endingWith: number | undefined;
/** Ends the steps of the start that may take long. */
const waiting = new AbortController();
// SIGHUP: the terminal was closed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());
// An unhandled rejection affects one request, not the process.
process.on('unhandledRejection', (error) => log.error(describeCause(error), 'unhandled rejection'));
process.on('uncaughtException', (error) => {
  log.error(describeCause(error), 'uncaught exception');
  void end(1);
});
// A closed reader, or a full disk, must not end the process.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  if (cluster.isPrimary) await waitForDatabase(config);
  const primary = config.processes > 1 && cluster.isPrimary;
  const { signal } = waiting;
  service = primary ? await startWorkers(config, log, signal) : await start(config, log, { signal });
  trimHeap();
  const { port, uses } = service;
  if (cluster.isWorker) process.send?.({ ready: { port, uses } });
  else if (endingWith === undefined) process.stdout.write(banner(config, service));
} catch (error) {
  // Ctrl-C also ends `initdb` and the workers: nobody waits for what they could not do.
  if (endingWith !== undefined) process.exit(endingWith);
  if (error instanceof BadSettings) refuseSettings(error);
  if (error instanceof WorkerFailed) process.exit(error.exitCode);
  process.stderr.write(`Jarvis could not start. ${listenProblem(error, config) ?? inWords(error)}\n`);
  log.error(describeCause(error), 'start failed');
  process.exit(error instanceof DatabaseUnavailable ? unavailableExitCode : 1);
}
if (endingWith !== undefined) await finish(service, endingWith);

/** Waits for the Postgres of DATABASE_URL, which may start beside the service. */
async function waitForDatabase({ databaseUrl: url, databasePooler }: Config): Promise<void> {
  if (url === undefined) return;
  const server = { url, prepare: databasePooler === 'none', applicationName: 'jarvis' };
  const tell = (reason: string) =>
    process.stdout.write(`Waiting ${databaseMs / 1_000} s for the database: ${reason}\n`);
  await untilReachable(server, databaseMs, tell, waiting.signal);
}

/**
 * On a signal: lets work in progress end, then closes everything. During the start it ends the steps that may take long,
 * and waits for the others.
 */
async function end(exitCode = 0): Promise<void> {
  if (endingWith !== undefined) return;
  endingWith = exitCode;
  waiting.abort();
  if (service) await finish(service, exitCode);
}

async function finish(running: Service, exitCode: number): Promise<void> {
  setTimeout(() => {
    log.warn({}, 'not everything could be closed in time');
    process.exit(exitCode);
  }, endMs).unref();
  await running.close();
  process.exit(exitCode);
}

function settingsOrExit(): Config {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    refuseSettings(error);
  }
}

function refuseSettings({ problems }: BadSettings): never {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(badSettingsExitCode);
}
