import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
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

/** A fake of an outside service, behind real HTTP on loopback. */
export abstract class FakeService {
  #running: Running | undefined;

  async listen(): Promise<this> {
    this.#running = await serve((req, res) => void this.answer(req, res).catch(() => res.destroy()));
    return this;
  }

  get url(): string {
    if (!this.#running) throw new Error('the fake does not listen yet');
    return this.#running.url;
  }

  async close(): Promise<void> {
    await this.#running?.close();
  }

  protected abstract answer(req: IncomingMessage, res: ServerResponse): Promise<void>;
}
