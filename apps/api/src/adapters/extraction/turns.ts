import { waitIn } from '@jarvis/core';

/** Runs one piece of work at a time, in turns by account, so that one account's documents do not delay the others. */
export class Turns {
  /** The waiting pieces of each account, the account whose turn is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  /** Resolves with a function that ends the turn. Rejects if the signal aborts before the turn begins. */
  async take(userId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#isBusy) {
      const own = this.#waiting.get(userId) ?? [];
      this.#waiting.set(userId, own);
      await waitIn(own, signal);
    }
    this.#isBusy = true;
    return () => this.#next();
  }

  /** Passes the turn at once, so that new work cannot overtake the waiting pieces. */
  #next(): void {
    for (const [userId, own] of this.#waiting) {
      this.#waiting.delete(userId);
      const begin = own.shift();
      if (own.length > 0) this.#waiting.set(userId, own);
      if (!begin) continue;
      begin();
      return;
    }
    this.#isBusy = false;
  }
}
