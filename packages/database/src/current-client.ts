import { HostClient, type HostClientOptions } from './host-client.ts';

export interface CurrentClientOptions extends HostClientOptions {
  readonly onUnreachable: (cause: unknown) => void;
  readonly onReachable: () => void;
}

const pauseMsMax = 500;
/** A client that did not last so long is replaced after a pause. */
const shortLifeMs = 1_000;

/**
 * The one client that queries are sent over. It is replaced at the first thing wrong with it, after a pause that all
 * share and that grows while this fails.
 */
export class CurrentClient {
  readonly #options: CurrentClientOptions;
  readonly #onChange: () => void;
  #client: HostClient | undefined;
  /** The current one, and those that are still used by what was sent before they were replaced. */
  readonly #clients = new Set<HostClient>();
  #opening = false;
  #pause: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;
  #lastCause: unknown;

  /** Calls `onChange` when a client was opened, when none could be, and when the pause after that is over. */
  constructor(options: CurrentClientOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
  }

  /** Why no server could be reached; undefined as long as one can. */
  get lastCause(): unknown {
    return this.#lastCause;
  }

  /** Connections that are open, and those of them that nothing runs on. */
  get stats(): { readonly open: number; readonly idle: number } {
    const usable = this.#client?.invalid === false ? this.#client : undefined;
    return { open: usable?.opened ?? 0, idle: usable?.idle ?? 0 };
  }

  /** The client; undefined when there is none, while one is being opened. */
  get(): HostClient | undefined {
    const client = this.#client;
    if (client && !client.invalid) {
      if (performance.now() < client.retireAt) return client;
      client.invalidate();
    }
    if (!this.#opening && !this.#pause) void this.#open();
    return undefined;
  }

  /** To be called when something that ran on a client has ended. */
  release(client: HostClient): void {
    client.release();
    this.#forget(client);
  }

  /** Closes every connection: what runs on one has half a second to end. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    const clients = [...this.#clients];
    for (const client of clients) client.invalidate();
    await Promise.all(clients.map((client) => client.sql.end({ timeout: 0.5 })));
    for (const client of clients) client.destroy();
  }

  async #open(): Promise<void> {
    this.#opening = true;
    try {
      const client = await HostClient.open(this.#options);
      this.#client = client;
      this.#clients.add(client);
      // Nobody is left who would close it.
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
