import { tooMany } from '../errors.ts';
import type { SharedRequest, Shares } from '../ports/shares.ts';
import { refusals } from '../refusals.ts';
import { waitIn } from './wait-in.ts';

const shareLimits = {
  /** Concurrent requests of one account; fewer while the process is overloaded. */
  requestsMax: 16,
  /** Further ones that wait: a hundred at once are served, and the rate limits apply exactly. */
  queuedMax: 112,
  /** Open streams of one account: replies, and changes made elsewhere. */
  streamsMax: 20,
} as const;

export type ShareLimits = { readonly [K in keyof typeof shareLimits]: number };

interface Share {
  running: number;
  streams: number;
  readonly queue: (() => void)[];
}

const retryAfterSeconds = 1;
/**
 * Entries kept for accounts without a request. V8 makes a new table whenever a small Map loses its entry, and keeps the
 * old one, with all that it references, until the next full collection.
 */
const quietMax = 1_000;

/** The shares of this process, in its memory. */
export class AccountShares implements Shares {
  readonly #limits: ShareLimits;
  readonly #shares = new Map<string, Share>();
  /** The number of accounts with running requests. */
  #busy = 0;
  #capacity = Number.POSITIVE_INFINITY;

  constructor(limits: ShareLimits = shareLimits) {
    this.#limits = limits;
  }

  /**
   * Sets the number of requests that the process runs at a time. Busy accounts share half of it evenly, so that an
   * account's first request finds room: a request from an account's own queue needs no new admission, and a few busy
   * accounts could otherwise hold every slot indefinitely.
   */
  fit(requests: number): void {
    this.#capacity = requests;
  }

  async run<T>(userId: string, request: SharedRequest, work: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(userId);
    if (share.queue.length === 0 && share.running < this.#runningMax()) this.#begin(share);
    else await this.#queued(share, request);
    try {
      return await work();
    } finally {
      share.running -= 1;
      if (share.running === 0) this.#busy -= 1;
      while (share.queue.length > 0 && share.running < this.#runningMax()) {
        this.#begin(share);
        share.queue.shift()?.();
      }
      this.#forget(userId, share);
    }
  }

  #begin(share: Share): void {
    if (share.running === 0) this.#busy += 1;
    share.running += 1;
  }

  #runningMax(): number {
    const even = Math.floor(this.#capacity / 2 / Math.max(1, this.#busy));
    return Math.max(1, Math.min(this.#limits.requestsMax, even));
  }

  openStream(userId: string, signal: AbortSignal): () => void {
    const share = this.#shareOf(userId);
    if (share.streams >= this.#limits.streamsMax) {
      throw tooMany(
        `Too many streams open: at most ${this.#limits.streamsMax} an account. Close some of its windows.`,
        retryAfterSeconds,
      );
    }
    share.streams += 1;
    let open = true;
    const release = () => {
      if (!open) return;
      open = false;
      signal.removeEventListener('abort', release);
      share.streams -= 1;
      this.#forget(userId, share);
    };
    if (signal.aborted) release();
    else signal.addEventListener('abort', release, { once: true });
    return release;
  }

  #shareOf(userId: string): Share {
    const share = this.#shares.get(userId) ?? { running: 0, streams: 0, queue: [] };
    this.#shares.set(userId, share);
    return share;
  }

  #forget(userId: string, share: Share): void {
    if (share.running === 0 && share.streams === 0 && this.#shares.size > quietMax)
      this.#shares.delete(userId);
  }

  /** Resolves with the slot of a request that has ended. */
  async #queued({ queue }: Share, { signal, answer }: SharedRequest): Promise<void> {
    if (queue.length >= this.#limits.queuedMax) {
      throw tooMany(refusals.tooManyAtOnce, retryAfterSeconds);
    }
    signal.throwIfAborted();
    const since = performance.now();
    answer.queued = (answer.queued ?? 0) + 1;
    try {
      await waitIn(queue, signal);
    } finally {
      answer.queued -= 1;
      answer.queuedMs = Math.max(answer.queuedMs ?? 0, performance.now() - since);
    }
  }
}
