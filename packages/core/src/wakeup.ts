import { addAbortListener } from 'node:events';

/** Lets one loop wait for the next change. A wakeup without a waiter ends the next wait. */
export class Wakeup {
  #next = Promise.withResolvers<void>();

  wake(): void {
    this.#next.resolve();
  }

  /** Resolves at the next wakeup, or when the signal aborts. Never rejects. */
  async wait(signal: AbortSignal): Promise<void> {
    using _ = addAbortListener(signal, () => this.wake());
    await this.#next.promise;
    this.#next = Promise.withResolvers<void>();
  }
}
