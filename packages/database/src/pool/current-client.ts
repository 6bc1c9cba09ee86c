import { HostClient, type HostClientOptions, type HostConnection } from './host-client.ts';

export interface CurrentClientOptions extends HostClientOptions {
  readonly onUnreachable: (cause: unknown) => void;
  readonly onReachable: () => void;
}

const pauseMsMax = 500;
/** A client with a shorter life is replaced only after a pause. */
const shortLifeMs = 1_000;

/**
 * The one client for all statements. Its first fault replaces it, after a pause shared by all callers that grows with
 * each failure.
 */
export class CurrentClient {
  readonly #options: CurrentClientOptions;
  readonly #onChange: () => void;
  #client: HostClient | undefined;
  /** The current client, and replaced ones that still have statements in flight. */
  readonly #clients = new Set<HostClient>();
  #opening = false;
  #pause: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;
  #lastCause: unknown;

  /** Calls `onChange` when a client was opened, when opening failed, and when the pause after that is over. */
  constructor(options: CurrentClientOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  /** Why no server could be reached; undefined while one can. */
  get lastCause(): unknown {
    return this.#lastCause;
  }

  /** Open connections, and the idle ones among them. */
  get stats(): { readonly open: number; readonly idle: number } {
    const usable = this.#client?.invalid === false ? this.#client : undefined;
    return { open: usable?.opened ?? 0, idle: usable?.idle ?? 0 };
  }

  /** The client; undefined while one is being opened. */
  get(): HostClient | undefined {
    const client = this.#client;
    if (client && !client.invalid) {
      if (performance.now() < client.retireAt) return client;
      client.invalidate();
    }
    if (!this.#opening && !this.#pause) void this.#open();
    return undefined;
  }

  /** To be called when something that ran on a connection has ended. */
  release(connection: HostConnection): void {
    connection.client.release(connection);
    this.#forget(connection.client);
  }

  /** Closes every connection; statements in flight have half a second to end. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    const clients = [...this.#clients];
    for (const client of clients) client.invalidate();
    await Promise.all(clients.map((client) => client.end(0.5)));
    for (const client of clients) client.destroy();
  }

  async #open(): Promise<void> {
    this.#opening = true;
    try {
      const client = await HostClient.open(this.#options);
      this.#client = client;
      this.#clients.add(client);
      // No other code would close it.
      if (this.#closed) client.destroy();
      client.whenInvalid(() => this.#replace(client));
      if (this.#lastCause !== undefined) this.#options.onReachable();
      this.#lastCause = undefined;
    } catch (cause) {
      this.#lastCause = cause;
      this.#options.onUnreachable(cause);
      this.#failures += 1;
      this.#startPause();
    }
    this.#opening = false;
    this.#onChange();
  }

  #replace(client: HostClient): void {
    this.#client = undefined;
    this.#forget(client);
    const shortLived = performance.now() - client.openedAt < shortLifeMs;
    this.#failures = shortLived ? this.#failures + 1 : 0;
    if (this.#failures > 1) this.#startPause();
  }

  #forget(client: HostClient): void {
    if (client.ended) this.#clients.delete(client);
  }

  #startPause(): void {
    this.#pause ??= setTimeout(
      () => {
        this.#pause = undefined;
        this.#onChange();
      },
      Math.min(50 * 2 ** Math.min(this.#failures, 4), pauseMsMax),
    );
  }
}
