import { AsyncLocalStorage } from 'node:async_hooks';
import { refusals } from '../auth/refusals.ts';
import { tooMany } from '../errors.ts';

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

/** What is needed of a request that takes a place; see `Context`. */
interface Request {
  readonly signal: AbortSignal;
  readonly answer: { queued?: number; queuedMs?: number };
}

const retryAfterSeconds = 1;

/**
 * What one account takes of this process at a time (resource exhaustion): without a share, sixty requests of one
 * account, or its streams, keep everybody else out.
 */
export class AccountShares {
  readonly #limits: ShareLimits;
  readonly #shares = new Map<string, Share>();
  readonly #accounts = new AsyncLocalStorage<string>();
  /** Accounts that have requests being worked on. */
  #busy = 0;
  #capacity = Number.POSITIVE_INFINITY;

  constructor(limits: ShareLimits = shareLimits) {
    this.#limits = limits;
  }

  /** Whose request is being worked on, for the database's own share of connections. */
  currentAccount(): string | undefined {
    return this.#accounts.getStore();
  }

  /**
   * Tells how many requests the process works on at a time now. Busy accounts share half of it evenly, so that there
   * is room for who comes with a first request: a request that waits in its account's queue is not let in anew, and
   * a few busy accounts could otherwise hold every place for as long as they like.
   */
  fit(requests: number): void {
    this.#capacity = requests;
  }

  /** Works for an account without taking one of its places: what waits for a model, and has a rate limit. */
  attribute<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.#accounts.run(userId, work);
  }

  /**
   * Works on a request of an account when it is its turn; requests of other accounts do not wait for it. Throws
   * tooMany when as many of the account's own wait already, and the signal's reason when the caller leaves the queue.
   */
  async run<T>(userId: string, request: Request, work: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(userId);
    if (share.queue.length === 0 && share.running < this.#runningMax()) this.#begin(share);
    else await this.#queued(share, request);
    try {
      return await this.#accounts.run(userId, work);
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

  /**
   * Takes one of the account's streams. It is given back by what is returned, and when `signal` aborts: the reader may
   * leave before the stream begins. Throws tooMany when all are open.
   */
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
  async #queued({ queue }: Share, { signal, answer }: Request): Promise<void> {
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
