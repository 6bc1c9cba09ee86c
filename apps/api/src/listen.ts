import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Limits of the HTTP server: a slow or idle sender holds nothing for long. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const headerBytesMax = 16 * 1024;
const connectionsMax = 2_000;

/** How long requests in flight may take to end once the server closes. */
const drainMs = 10_000;

export interface Listening {
  readonly port: number;
  /** Accepts nothing more, lets requests in flight end, at most 10 s, then closes every connection. */
  close(): Promise<void>;
}

/** Listens with limits set; rejects when the address is taken. */
export async function listen(app: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer({ maxHeaderSize: headerBytesMax }, app);
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.maxConnections = connectionsMax;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) };
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(timer);
}
