import { quantile } from './figures.ts';
import type { Server } from './servers/server.ts';
import { loadTool } from './tools.ts';

/** A request that is repeated against a server. */
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
  /** Processor time of server and Postgres per request: the figure that other load changes least. */
  readonly serverUs: number;
  readonly postgresUs: number;
}

/** Keeps `connections` requests in flight for the given seconds. Throws when an answer is not a 2xx. */
export async function load(
  server: Pick<Server, 'name' | 'url' | 'cpu'>,
  work: Work | readonly Work[],
  connections: number,
  seconds: number,
): Promise<Load> {
  const { generateLoad } = await loadTool();
  const works = Array.isArray(work) ? (work as Work[]) : [work as Work];
  const before = server.cpu();
  const startedAt = performance.now();
  const { latencies, non2xx, errors } = await generateLoad({
    url: server.url,
    connections,
    seconds,
    requests: works.map(({ method = 'GET', path, headers, body }) => ({
      method,
      path,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    })),
  });
  const elapsed = (performance.now() - startedAt) / 1_000;
  const after = server.cpu();
  if (non2xx > 0 || errors > 0 || latencies.length === 0) {
    throw new Error(`${server.name}: ${latencies.length} answers, ${non2xx} not 2xx, ${errors} errors`);
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
