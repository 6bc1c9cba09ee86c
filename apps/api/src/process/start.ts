import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import {
  AccountShares,
  Argon2Passwords,
  ChangeFeed,
  type Clock,
  type Deps,
  keepHouse,
  keepTime,
  type Log,
  migrationsFolder,
  type NamesInUse,
  pausedSince,
  readNamesInUse,
  type SecretsReport,
  systemClock,
  TurnService,
  trySecrets,
} from '@jarvis/core';
import { DatabaseUnavailable, migrate } from '@jarvis/database';
import { createConnectors } from '../adapters/connectors.ts';
import { documentReader } from '../adapters/extraction/reader.ts';
import { createIdentityProvider } from '../adapters/identity-providers/identity-providers.ts';
import { outsideWith } from '../adapters/outside.ts';
import { loadPolicy } from '../adapters/policy.ts';
import { webPush } from '../adapters/push.ts';
import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { logRequest } from '../log/log.ts';
import { type Observer, watchedBy } from '../observability/observe.ts';
import { listen } from './listen.ts';
import { openDatabase } from './open-database.ts';
import { openMetrics } from './open-metrics.ts';

/** What a running service uses, in words that are safe to show. */
export interface Uses extends NamesInUse {
  /** The database's name, without its password. */
  readonly databaseName: string;
  /** The secrets that need the key. */
  readonly secrets: SecretsReport;
  /** When deliveries outside the app were paused; null if they are not. */
  readonly outsidePausedAt: string | null;
}

export interface Service {
  readonly port: number;
  readonly uses: Uses;
  readonly metricsPort?: number | undefined;
  /** Gives requests in flight at most 8 s, then closes everything that was opened. */
  close(): Promise<void>;
}

/** Vite's output, the built web app. */
const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

interface StartOptions {
  /** Ends a migration, which may take long; the shorter steps are waited for. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** Builds everything from the settings, migrates and listens. If a step fails, closes what was opened. */
export async function start(
  config: Config,
  log: Log,
  { signal, clock = systemClock }: StartOptions = {},
): Promise<Service> {
  // Otherwise it writes to the console whenever a program uses a feature that a provider lacks (log flooding).
  globalThis.AI_SDK_LOG_WARNINGS = false;
  // Before anything is opened, because this is the last setting that can be invalid.
  const policy = loadPolicy(config.policyFile);
  await using opened = new AsyncDisposableStack();
  const shares = new AccountShares();
  const { tracing: variables } = config;
  const [opening, metrics, tracing] = await Promise.all([
    openDatabase(config, log, opened),
    // Metrics and traces cost nothing, not even loading, unless they are enabled.
    config.metricsPort === undefined
      ? undefined
      : import('../observability/metrics.ts').then(({ measure }) => measure()),
    variables && import('../observability/tracing.ts').then(({ startTracing }) => startTracing(variables)),
  ]);
  const observers = [metrics, tracing].filter((observer) => observer !== undefined);
  const watched = watchedBy(observers, tracing !== undefined);
  const { databaseName } = opening;
  const [connectors] = await Promise.all([
    createConnectors(config, log, watched),
    inTime(() => migrate(opening.db, migrationsFolder, { signal })),
  ]);
  const db = watched.database(opening.db);
  for (const observer of observers) opened.defer(() => observer.close());
  const changes = new ChangeFeed({ db, clock, log });
  const turns = new TurnService({ db, clock });
  const deps: Deps = {
    ...{ clock, log, db, connectors, policy, changes, turns, shares },
    identityProvider: createIdentityProvider(config, config.core.publicUrl, clock),
    passwords: new Argon2Passwords(),
    reader: documentReader,
    outside: outsideWith(config.outboundHosts),
    push: webPush(),
    settings: config.core,
  };
  opened.defer(keepHouse(deps));
  opened.defer(keepTime(deps));
  opened.defer(() => changes.close());
  const app = createApp(deps, { trustProxy: config.trustProxy, webFolder });
  const {
    port,
    admission,
    close: stopListening,
  } = await listen(seenBy(observers, app), config.host, config.port, {
    publicUrl: config.core.publicUrl,
    replyTimeoutMs: config.core.chatTimeoutMs,
    trustProxy: config.trustProxy,
    onRequest: logRequest(log),
    onCapacity: (requests) => shares.fit(requests),
  });
  // In parallel: no new request is accepted, and replies end while their watchers are still connected.
  opened.defer(async () => void (await Promise.all([stopListening(), turns.close()])));
  metrics?.watch(deps, admission);
  const [names, secrets, outsidePausedAt] = await Promise.all([
    readNamesInUse(deps),
    trySecrets(db, connectors),
    pausedSince(db),
  ]);
  const uses = { databaseName, ...names, secrets, outsidePausedAt };
  // In a cluster the primary serves the metrics of all workers.
  const metricsPort = cluster.isWorker ? undefined : await openMetrics(config, opened);
  const running = opened.move();
  return { port, uses, metricsPort, close: () => running.disposeAsync() };
}

/** Asks the database again when it is late: on a slow machine, loading the program takes the time of its first answers. */
async function inTime<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || tries === 3) throw error;
    }
  }
}

function seenBy(observers: readonly Observer[], app: RequestListener): RequestListener {
  return observers.reduceRight<RequestListener>(
    (next, observer) => (req, res) => observer.request(req, res, () => next(req, res)),
    app,
  );
}
