import type { Config } from '../config/config.ts';

/** Serves the metrics until `opened` is disposed of; returns their port. Undefined if they are not enabled. */
export async function openMetrics(
  { host, metricsPort }: Config,
  opened: AsyncDisposableStack,
): Promise<number | undefined> {
  if (metricsPort === undefined) return undefined;
  const { serveMetrics } = await import('../observability/metrics.ts');
  const { port, close } = await serveMetrics(host, metricsPort);
  opened.defer(close);
  return port;
}
