/** Something to wait for: resolves when woken, when the time is over, or when the signal aborts. Never rejects. */
export class Signal {
  readonly #waiting = new Set<() => void>();
  #woken = false;

  /** Wakes all who wait, or, when nobody does, the next one. */
  wake(): void {
    if (this.#waiting.size === 0) this.#woken = true;
    for (const go of this.#waiting) go();
  }

  async wait(signal?: AbortSignal, timeoutMs?: number): Promise<void> {
    if (this.#woken || signal?.aborted) {
      this.#woken = false;
      return;
    }
    await new Promise<void>((resolve) => {
      const go = () => {
        this.#waiting.delete(go);
        clearTimeout(timer);
        signal?.removeEventListener('abort', go);
        resolve();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(go, timeoutMs);
      this.#waiting.add(go);
      signal?.addEventListener('abort', go, { once: true });
    });
  }
}
