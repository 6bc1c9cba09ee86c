import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback. */
export interface Running {
  /** Its origin. */
  readonly url: string;
  /** Ends open connections, too. */
  close(): Promise<void>;
}

/** Answers requests to a free port of loopback with this handler. */
export async function serve(handler: RequestListener): Promise<Running> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
