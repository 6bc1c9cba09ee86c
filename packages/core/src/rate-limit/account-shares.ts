import { tooMany } from '../errors.ts';
import type { SharedRequest, Shares } from '../ports/shares.ts';
import { refusals } from '../refusals.ts';

export const shareLimits = {
  /** Requests of one account that are worked on at a time; fewer while the process has no room for so many. */
  requestsMax: 16,
  /** Further ones that wait for these: a hundred at once are served, exactly as far as the rate limits go. */
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

/** The shares of this process, counted in its memory. */
export class AccountShares implements Shares {
  readonly #limits: ShareLimits;
  readonly #shares = new Map<string, Share>();
  /** Accounts that have requests being worked on. */
  #busy = 0;
  #capacity = Number.POSITIVE_INFINITY;

  constructor(limits: ShareLimits = shareLimits) {
    this.#limits = limits;
  }

  /**
   * Tells how many requests the process works on at a time now. Busy accounts share half of it evenly, so that there
   * is room for who comes with a first request: a request that waits in its account's queue is not let in anew, and
   * a few busy accounts could otherwise hold every place for as long as they like.
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
        `This account has ${this.#limits.streamsMax} streams open. Close some of its windows.`,
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
    if (share.running === 0 && share.streams === 0) this.#shares.delete(userId);
  }

  /** Resolves with the place of a request that has ended. */
  async #queued({ queue }: Share, { signal, answer }: SharedRequest): Promise<void> {
    if (queue.length >= this.#limits.queuedMax) {
      throw tooMany(refusals.tooManyAtOnce, retryAfterSeconds);
    }
    signal.throwIfAborted();
    const since = performance.now();
    answer.queued = (answer.queued ?? 0) + 1;
    try {
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          queue.splice(queue.indexOf(enter), 1);
          reject(signal.reason);
        };
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        queue.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    } finally {
      answer.queued -= 1;
      answer.queuedMs = Math.max(answer.queuedMs ?? 0, performance.now() - since);
    }
  }
}
