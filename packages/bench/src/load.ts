import autocannon from 'autocannon';
import { quantile } from './figures.ts';
import type { Server } from './servers/server.ts';

/** What is asked of a server, over and over. */
export interface Work {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of server and Postgres for one request: what other load on the machine changes least. */
  readonly serverUs: number;
  readonly postgresUs: number;
}

/** Keeps `connections` requests in flight for so many seconds. Throws when an answer is not a 2xx. */
export async function load(
  server: Pick<Server, 'name' | 'url' | 'cpu'>,
  work: Work | readonly Work[],
  connections: number,
  seconds: number,
): Promise<Load> {
  const latencies: number[] = [];
  const works = Array.isArray(work) ? (work as Work[]) : [work as Work];
  const before = server.cpu();
  const startedAt = performance.now();
  const instance = autocannon({
    url: server.url,
    connections,
    duration: seconds,
    // It ends at the first of these after its time is over.
    sampleInt: 50,
    requests: works.map(({ method = 'GET', path, headers, body }) => ({
      method,
      path,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    })),
  });
  instance.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
    latencies.push(ms);
  });
  const result = await instance;
  const elapsed = (performance.now() - startedAt) / 1_000;
  const after = server.cpu();
  if (result.non2xx > 0 || result.errors > 0 || latencies.length === 0) {
    throw new Error(
      `${server.name}: ${latencies.length} answers, ${result.non2xx} not 2xx, ${result.errors} errors`,
    );
  }
  latencies.sort((a, b) => a - b);
  const count = latencies.length;
  return {
    perSecond: count / elapsed,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    serverUs: ((after.serverMs - before.serverMs) * 1_000) / count,
    postgresUs: ((after.postgresMs - before.postgresMs) * 1_000) / count,
  };
}
