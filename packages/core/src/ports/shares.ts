/** The parts of a request that shares need; see `Context`. */
export interface SharedRequest {
  readonly signal: AbortSignal;
  readonly answer: { queued?: number; queuedMs?: number };
}

/**
 * The share of one account in this process (resource exhaustion): without it, sixty requests of one account, or its
 * streams, would lock out all others.
 */
export interface Shares {
  /**
   * Runs a request of an account in its turn, without delaying other accounts. Throws tooMany when too many of the
   * account's requests already wait, and the signal's reason when the caller leaves the queue.
   */
  run<T>(userId: string, request: SharedRequest, work: () => Promise<T>): Promise<T>;
  /**
   * Takes one of the account's streams. The returned function gives it back, and so does `signal`, since the reader may
   * disconnect before the stream begins. Throws tooMany when all are in use.
   */
  openStream(userId: string, signal: AbortSignal): () => void;
}
