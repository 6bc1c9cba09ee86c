/** What is needed of a request that takes a place; see `Context`. */
export interface SharedRequest {
  readonly signal: AbortSignal;
  readonly answer: { queued?: number; queuedMs?: number };
}

/**
 * What one account takes of this process at a time (resource exhaustion): without a share, sixty requests of one
 * account, or its streams, keep everybody else out.
 */
export interface Shares {
  /**
   * Works on a request of an account when it is its turn; requests of other accounts do not wait for it. Throws
   * tooMany when as many of the account's own wait already, and the signal's reason when the caller leaves the queue.
   */
  run<T>(userId: string, request: SharedRequest, work: () => Promise<T>): Promise<T>;
  /**
   * Takes one of the account's streams. It is given back by what is returned, and when `signal` aborts: the reader may
   * leave before the stream begins. Throws tooMany when all are open.
   */
  openStream(userId: string, signal: AbortSignal): () => void;
}
