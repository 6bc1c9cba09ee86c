import type { Around } from './client.ts';
import { DatabaseUnavailable } from './errors.ts';
import { QueryError } from './failures.ts';

/** How often it is looked whether writes are taken again. */
const probeEveryMs = 1_000;

/** A full disk, one that fails, a server that is read-only. */
const refusals = new Set(['53100', '58030', '25006']);

/**
 * Whether the server refuses writes while it still answers, by what became of those that were sent: nothing is written
 * to find out, as long as none was refused.
 */
export class RefusedWrites {
  #refusal: DatabaseUnavailable | undefined;
  #probing: Promise<void> | undefined;
  #nextProbeAt = 0;

  /** For around every statement. */
  readonly around: Around = (_, proceed) => {
    const answer = proceed();
    answer.catch((error: unknown) => {
      if (isRefusal(error)) this.#refusal = error;
    });
    return answer;
  };

  /** True from a write that was refused until `probe` has written something. */
  get any(): boolean {
    return this.#refusal !== undefined;
  }

  /** Rejects with what was refused, unless `probe`, which is called once a second at most, succeeds. */
  async mend(probe: () => Promise<unknown>): Promise<void> {
    if (!this.#probing && performance.now() >= this.#nextProbeAt) {
      this.#probing = this.#probe(probe).finally(() => {
        this.#probing = undefined;
        this.#nextProbeAt = performance.now() + probeEveryMs;
      });
    }
    await this.#probing;
    if (this.#refusal) throw this.#refusal;
  }

  async #probe(probe: () => Promise<unknown>): Promise<void> {
    try {
      await probe();
    } catch (error) {
      // Refused for another reason, it tells nothing.
      if (!(error instanceof QueryError)) throw error;
    }
    this.#refusal = undefined;
  }
}

const isRefusal = (error: unknown): error is DatabaseUnavailable =>
  error instanceof DatabaseUnavailable && error.cause instanceof QueryError && refusals.has(error.cause.code);
