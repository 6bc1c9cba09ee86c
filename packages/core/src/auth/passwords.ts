import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { unavailable } from '../errors.ts';
import type { Passwords } from '../ports/deps.ts';

/** `memory` in KiB. */
type Argon2Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism' | 'tagLength'>;

/** OWASP's recommendation for Argon2id: 19 MiB, 2 passes, 1 lane. */
const recommended: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Passwords as PHC strings of Argon2id. Both methods throw unavailable when the queue is too long. */
export class Argon2Passwords implements Passwords {
  readonly #hashing = new Hashing();
  readonly #cost: Argon2Cost;
  /** A hash without a known password: salt and tag are random. */
  readonly #nobodys: string;

  constructor(cost: Argon2Cost = recommended) {
    this.#cost = cost;
    this.#nobodys = phc(cost, randomBytes(16), randomBytes(cost.tagLength));
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const tag = await this.#hashing.hash({ message: password, nonce: salt, ...this.#cost });
    return phc(this.#cost, salt, tag);
  }

  async verify(password: string, stored: string | null): Promise<boolean> {
    const { parameters, salt, tag } = parsePhc(stored ?? this.#nobodys);
    const computed = await this.#hashing.hash({ message: password, nonce: salt, ...parameters });
    return timingSafeEqual(computed, tag) && stored !== null;
  }
}

function phc({ memory, passes, parallelism }: Argon2Cost, salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsePhc(text: string): { parameters: Argon2Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phcForm.exec(text) ?? [];
  if (tag === '') throw new Error('A stored password hash is not a PHC string of Argon2id.');
  const tagBytes = Buffer.from(tag, 'base64');
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tagBytes.length,
    },
    salt: Buffer.from(salt, 'base64'),
    tag: tagBytes,
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

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
