import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Deps, showOutside } from '@jarvis/core';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import type { Admission } from '../admission/admission.ts';
import { foreignNames } from '../http/browser/dns-rebinding.ts';
import type { Observer } from './observe.ts';

/** Seconds, from a cached answer to a reply at its deadline. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

type MetricsDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** The metrics of one process. Counted by route, never by path, so that the number of series is bounded. */
export function measure(): Observer & { watch(deps: MetricsDeps, admission: Admission): void } {
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
    watch,
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
  const isForeign = foreignNames(host);
  const hasWorkers = cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0;
  const aggregator = hasWorkers ? new AggregatorRegistry() : undefined;
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
  await once(server.listen(port, host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      return server[Symbol.asyncDispose]();
    },
  };
}

/** One number, or one for each value of a label. */
type Figure = number | Readonly<Record<string, number>>;

/**
 * Metrics by name that are read on every request for them, in one go; missing when they cannot be read. Those whose
 * name ends in `_total` only grow.
 */
function show<Read>(
  read: () => Promise<Read> | Read,
  shown: Readonly<Record<string, readonly [help: string, figure: (read: Read) => Figure, label?: string]>>,
  aggregator: 'sum' | 'max' = 'sum',
): void {
  let reading: Promise<Read> | undefined;
  const readOnce = () => {
    reading ??= Promise.resolve(read()).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  for (const [name, [help, figure, label]] of Object.entries(shown)) {
    const Kind: typeof Gauge | typeof Counter = name.endsWith('_total') ? Counter : Gauge;
    new Kind<string>({
      ...{ name: `jarvis_${name}`, help, aggregator, labelNames: label === undefined ? [] : [label] },
      async collect() {
        const value = await readOnce().then(figure, () => undefined);
        this.reset();
        if (typeof value === 'number') this.inc(value);
        else if (label === undefined) this.remove();
        else for (const [of, count] of Object.entries(value ?? {})) this.inc({ [label]: of }, count);
      },
    });
  }
}

function watch(deps: MetricsDeps, admission: Admission): void {
  show(() => deps.db.stats(), {
    database_pool_size: ['Connections that the pool may open.', ({ size }) => size],
    database_pool_open: ['Connections that are open.', ({ open }) => open],
    database_pool_idle: ['Connections that nothing runs on.', ({ idle }) => idle],
    database_pool_waiting: ['Statements that wait for a connection.', ({ waiting }) => waiting],
    database_statements_total: ['Statements that were run.', ({ statements }) => statements],
    database_expired_total: [
      'Statements that were given up because no answer came in time.',
      ({ expired }) => expired,
    ],
  });
  const seconds = (ms: number) => ms / 1_000;
  show(
    // Of the installation, the same from each process.
    () => showOutside(deps),
    {
      reminders_late_seconds: [
        'How late the earliest reminder or day summary in the app is.',
        ({ loopLateMs }) => seconds(loopLateMs),
      ],
      deliveries_late_seconds: [
        'How late the earliest delivery outside the app is.',
        ({ lateMs }) => seconds(lateMs),
      ],
      deliveries_waiting: [
        'Deliveries outside the app that wait; at most 500 of a channel.',
        ({ waiting }) => waiting,
      ],
      deliveries_failing: [
        'Deliveries that failed and are tried again; at most 500 of a channel.',
        ({ failing }) => failing,
      ],
      runs_late_seconds: ['How late the earliest run of a schedule is.', ({ runs }) => seconds(runs.lateMs)],
      runs_waiting: ['Runs of schedules that wait; at most 500.', ({ runs }) => runs.waiting],
      runs_running: ['Runs of schedules that are being answered; at most 500.', ({ runs }) => runs.running],
      runs_last_hour: [
        'Scheduled runs that ended in the last hour, the newest 500, by result.',
        ({ runs }) => runs.lastHour,
        'state',
      ],
    },
    'max',
  );
  show(() => admission.figures(), {
    http_connections: ['Open connections of clients.', ({ connections }) => connections],
    http_working: ['Requests in progress.', ({ working }) => working],
    http_waiting: [
      'Requests that wait for a model, a mail server or a password hash.',
      ({ waiting }) => waiting,
    ],
    http_queued: ['Requests that wait until others of their account have ended.', ({ queued }) => queued],
    http_refused_total: [
      'Requests refused with 503 because of overload, by the exceeded limit.',
      ({ refused }) => refused,
      'reason',
    ],
  });
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** All batches have one label, so that the number of labels is bounded. */
function routeLabel(route = 'web'): string {
  return route.startsWith('/trpc/') && route.includes(',') ? '/trpc/(batch)' : route;
}
