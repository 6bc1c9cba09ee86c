import { codeOf, DatabaseUnavailable, QueryError } from './failures.ts';
import type { Around } from './statements/client.ts';

/** How often a refused write is tested again. */
const probeEveryMs = 1_000;

/** A full disk, one that fails, a server that is read-only. */
const refusals = new Set(['53100', '58030', '25006']);

/** Whether a server that answers refuses writes. Learns from ordinary writes, and probes only after a refusal. */
export class RefusedWrites {
  #refusal: DatabaseUnavailable | undefined;
  #nextProbeAt = 0;

  /** A hook for every statement. */
  readonly around: Around = (_, proceed) => {
    const answer = proceed();
    answer.catch((error: unknown) => {
      if (error instanceof DatabaseUnavailable && refusals.has(codeOf(error) ?? '')) this.#refusal = error;
    });
    return answer;
  };

  /** True from a refused write until `probe` succeeds. */
  get any(): boolean {
    return this.#refusal !== undefined;
  }

  /** Rejects with the refusal unless `probe` succeeds; calls `probe` at most once a second. */
  async mend(probe: () => Promise<unknown>): Promise<void> {
    if (performance.now() < this.#nextProbeAt) throw this.#refusal;
    this.#nextProbeAt = performance.now() + probeEveryMs;
    await probe().catch((error: unknown) => {
      // Refused for another reason: no information.
      if (!(error instanceof QueryError)) throw error;
    });
    this.#refusal = undefined;
  }
}
