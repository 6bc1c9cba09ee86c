/** Lets one loop wait for the next change. A wakeup without a waiter ends the next wait. */
export class Wakeup {
  #next = Promise.withResolvers<void>();

  wake(): void {
    this.#next.resolve();
  }

  /** Resolves at the next wakeup, or when the signal aborts. Never rejects. */
  async wait(signal: AbortSignal): Promise<void> {
    const wake = () => this.wake();
    if (signal.aborted) return;
    signal.addEventListener('abort', wake, { once: true });
    await this.#next.promise;
    signal.removeEventListener('abort', wake);
    this.#next = Promise.withResolvers<void>();
  }
}
