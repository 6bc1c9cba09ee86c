import { type Argon2Parameters, argon2 } from 'node:crypto';
import { unavailable } from '../errors.ts';

/**
 * Computes Argon2id in libuv's pool, two at a time: Node also uses the pool's four threads for files and name
 * resolution. Others wait in order.
 */
export class Hashing {
  readonly #atOnceMax = 2;
  readonly #waitMsMax: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #hashMs = 40;

  constructor({ waitMsMax = 5_000 } = {}) {
    this.#waitMsMax = waitMsMax;
  }

  /** Throws unavailable at once if the queue would take longer than `waitMsMax`. */
  async hash(parameters: Argon2Parameters): Promise<Buffer> {
    const expectedWaitMs = (this.#queue.length * this.#hashMs) / this.#atOnceMax;
    if (expectedWaitMs > this.#waitMsMax)
      throw unavailable('Too many people are signing in right now. Try again in a moment.');
    if (this.#running < this.#atOnceMax) this.#running += 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    const startedAt = performance.now();
    try {
      return await new Promise((resolve, reject) =>
        argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag))),
      );
    } finally {
      this.#hashMs += 0.1 * (performance.now() - startedAt - this.#hashMs);
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
