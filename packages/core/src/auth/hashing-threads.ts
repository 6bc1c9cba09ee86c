import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { failed, unavailable } from '../errors.ts';

export interface Argon2Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

export interface HashingJob {
  readonly message: string;
  readonly nonce: Uint8Array;
  readonly parameters: Argon2Cost;
}

export type HashingAnswer = { readonly tag: Uint8Array } | { readonly error: string };

interface Waiting {
  readonly job: HashingJob;
  readonly resolve: (tag: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  current: Waiting | undefined;
}

/**
 * Computes Argon2id on threads of the lowest priority, one hash at a time on each. Neither the event loop
 * nor the pool in which Node reads files and resolves names is touched, so that sign-ins at full rate do
 * not slow other requests. Threads start when first needed and never keep the process alive.
 */
export class HashingThreads {
  readonly #threadsMax: number;
  readonly #waitMsMax: number;
  readonly #threads: Thread[] = [];
  readonly #queue: Waiting[] = [];
  #hashMs = 40;

  constructor({ threadsMax = availableParallelism(), waitMsMax = 5_000 } = {}) {
    this.#threadsMax = Math.max(1, threadsMax);
    this.#waitMsMax = waitMsMax;
  }

  /** Throws unavailable at once when the hashes already waiting would take longer than `waitMsMax`. */
  hash(job: HashingJob): Promise<Uint8Array> {
    const expectedWaitMs = (this.#queue.length * this.#hashMs) / this.#threadsMax;
    if (expectedWaitMs > this.#waitMsMax) {
      return Promise.reject(unavailable('Too many people are signing in right now. Try again in a moment.'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#giveOut();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  #giveOut(): void {
    while (this.#queue.length > 0) {
      const thread = this.#threads.find(({ current }) => !current) ?? this.#start();
      if (!thread) return;
      thread.current = this.#queue.shift();
      const startedAt = performance.now();
      thread.worker.once('message', (answer: HashingAnswer) => {
        this.#hashMs += 0.1 * (performance.now() - startedAt - this.#hashMs);
        const done = thread.current;
        thread.current = undefined;
        if ('tag' in answer) done?.resolve(answer.tag);
        else done?.reject(failed('The password could not be checked.', new Error(answer.error)));
        this.#giveOut();
      });
      thread.worker.postMessage(thread.current?.job);
    }
  }

  #start(): Thread | undefined {
    if (this.#threads.length >= this.#threadsMax) return undefined;
    const worker = new Worker(new URL('./hashing-thread.ts', import.meta.url));
    worker.unref();
    const thread: Thread = { worker, current: undefined };
    worker.on('error', (error) => this.#lose(thread, error));
    worker.on('exit', () => this.#lose(thread, new Error('The hashing thread ended.')));
    this.#threads.push(thread);
    return thread;
  }

  #lose(thread: Thread, cause: Error): void {
    const index = this.#threads.indexOf(thread);
    if (index >= 0) this.#threads.splice(index, 1);
    thread.current?.reject(failed('The password could not be checked.', cause));
    thread.current = undefined;
    if (index >= 0) this.#giveOut();
  }
}
