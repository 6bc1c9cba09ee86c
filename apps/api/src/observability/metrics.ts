import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Deps, showOutside } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import type { Admission, Refusal } from '../admission/admission.ts';
import { foreignNames } from '../http/dns-rebinding.ts';
import type { Observer } from './observe.ts';

/** Seconds, from a cached answer to a reply at its deadline. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

type Watched = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** The metrics of one process. Counted by route, never by path, so that the number of series is bounded. */
export function measure(): Observer & { watch(deps: Watched, admission: Admission): void } {
  // A worker answers the primary, which sums the metrics of all workers.
  if (cluster.isWorker) new AggregatorRegistry();
  // Node's own: event-loop delay, garbage collection, memory, handles.
  collectDefaultMetrics({ eventLoopMonitoringPrecision: 20 });
  const requests = new Histogram({
    name: 'jarvis_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
  });
  const calls = new Histogram({
    name: 'jarvis_outside_call_duration_seconds',
    help: 'Calls to the model, the search service and the mail server.',
    labelNames: ['to', 'name', 'outcome'],
    buckets,
  });
  return {
    request(req, res, answer) {
      const end = requests.startTimer();
      const method = req.method !== undefined && knownMethods.has(req.method) ? req.method : 'other';
      res.on('close', () => {
        end({
          method,
          route: routeLabel(req.calledRoute),
          status: res.writableFinished ? res.statusCode : 499,
        });
      });
      answer();
    },
    begin({ to, name }) {
      const end = calls.startTimer({ to, name });
      return (error) => void end({ outcome: error === undefined ? 'ok' : 'error' });
    },
    watch(deps, admission) {
      watchPool(deps.db);
      watchTime(deps);
      watchAdmission(admission);
    },
    async close() {
      register.clear();
    },
  };
}

/** Serves `GET /metrics` of this process, or of all workers if it is the primary of a cluster. */
export async function serveMetrics(
  host: string,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const everybody = cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0;
  const isForeign = foreignNames(host);
  const aggregator = everybody ? new AggregatorRegistry() : undefined;
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (req, res) => {
    if (isForeign(req.headers.host)) return void res.writeHead(421).end();
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    const text = aggregator ? aggregator.clusterMetrics() : register.metrics();
    text.then(
      (body) => res.writeHead(200, { 'Content-Type': register.contentType }).end(body),
      () => res.writeHead(500).end(),
    );
  });
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A gauge for each text; calls `figures` on every request for the metrics. */
function gauges<Name extends string>(
  prefix: string,
  texts: Readonly<Record<Name, string>>,
  figures: () => Readonly<Record<NoInfer<Name>, number>>,
): void {
  for (const [name, help] of Object.entries(texts) as [Name, string][]) {
    new Gauge({
      name: `jarvis_${prefix}_${name}`,
      help,
      collect() {
        this.set(figures()[name]);
      },
    });
  }
}

function watchPool(db: Database): void {
  const pool = {
    size: 'Connections that the pool may open.',
    open: 'Connections that are open.',
    idle: 'Connections that nothing runs on.',
    waiting: 'Statements that wait for a connection.',
  };
  gauges('database_pool', pool, () => db.stats());
  const counters = {
    statements: 'Statements that were run.',
    expired: 'Statements that were given up because no answer came in time.',
  } as const;
  for (const [name, help] of Object.entries(counters) as [keyof typeof counters, string][]) {
    new Counter({
      name: `jarvis_database_${name}_total`,
      help,
      collect() {
        this.reset();
        this.inc(db.stats()[name]);
      },
    });
  }
}

/** Figures of the installation, the same from each process. Missing when the database does not answer. */
function watchTime(deps: Watched): void {
  type Shown = Awaited<ReturnType<typeof showOutside>>;
  const perSecond = (ms: number) => ms / 1_000;
  const figures: Record<string, [help: string, figure: (shown: Shown) => number]> = {
    reminders_late_seconds: [
      'How late the earliest reminder or day summary in the app is.',
      ({ loopLateMs }) => perSecond(loopLateMs),
    ],
    deliveries_late_seconds: [
      'How late the earliest delivery outside the app is.',
      ({ lateMs }) => perSecond(lateMs),
    ],
    deliveries_waiting: [
      'Deliveries outside the app that wait; at most 500 of a channel.',
      ({ waiting }) => waiting,
    ],
    deliveries_failing: [
      'Deliveries that failed and are tried again; at most 500 of a channel.',
      ({ failing }) => failing,
    ],
    runs_late_seconds: ['How late the earliest run of a schedule is.', ({ runs }) => perSecond(runs.lateMs)],
    runs_waiting: ['Runs of schedules that wait; at most 500.', ({ runs }) => runs.waiting],
    runs_running: ['Runs of schedules that are being answered; at most 500.', ({ runs }) => runs.running],
  };
  let asked: Promise<Shown> | undefined;
  // One query for all of them.
  const ask = () => {
    asked ??= showOutside(deps).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  for (const [name, [help, figure]] of Object.entries(figures)) {
    new Gauge({
      ...{ name: `jarvis_${name}`, help, aggregator: 'max' },
      async collect() {
        try {
          this.set(figure(await ask()));
        } catch {
          this.remove();
        }
      },
    });
  }
  new Gauge({
    name: 'jarvis_runs_last_hour',
    help: 'Scheduled runs that ended in the last hour, the newest 500, by result.',
    labelNames: ['state'],
    aggregator: 'max',
    async collect() {
      this.reset();
      try {
        const { runs } = await ask();
        for (const [state, count] of Object.entries(runs.lastHour)) this.set({ state }, count);
      } catch {
        // Missing until the database answers.
      }
    },
  });
}

function watchAdmission(admission: Admission): void {
  const http = {
    connections: 'Open connections of clients.',
    working: 'Requests in progress.',
    waiting: 'Requests that wait for a model, a mail server or a password hash.',
    queued: 'Requests that wait until others of their account have ended.',
  };
  gauges('http', http, () => admission.figures());
  new Counter({
    name: 'jarvis_http_refused_total',
    help: 'Requests refused with 503 because of overload, by the exceeded limit.',
    labelNames: ['reason'],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(admission.figures().refused) as [Refusal, number][])
        this.inc({ reason }, count);
    },
  });
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** All batches have one label, so that the number of labels is bounded. */
function routeLabel(route = 'web'): string {
  return route.startsWith('/trpc/') && route.includes(',') ? '/trpc/(batch)' : route;
}
