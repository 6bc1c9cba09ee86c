import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { unavailable } from '../errors.ts';

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

export type HashingAnswer =
  | { readonly id: number; readonly tag: Uint8Array }
  | { readonly id: number; readonly error: string };

interface Waiting {
  readonly job: HashingJob;
  readonly resolve: (tag: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  startedAt: number;
  deadline: NodeJS.Timeout | undefined;
}

/**
 * Computes Argon2id in a process of lower priority, so that sign-ins at full rate hardly slow other requests:
 * neither the event loop, nor the pool in which Node reads files, nor the database waits for a hash. The process
 * starts when it is first needed, ends after a minute without work, and ends with this one.
 */
export class Hashing {
  readonly #atOnceMax: number;
  readonly #waitMsMax: number;
  readonly #hashMsMax: number;
  readonly #idleMsMax: number;
  readonly #queue: Waiting[] = [];
  readonly #running = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 0;
  #hashMs = 40;

  constructor({
    atOnceMax = availableParallelism(),
    waitMsMax = 5_000,
    hashMsMax = 10_000,
    idleMsMax = 60_000,
  } = {}) {
    this.#atOnceMax = atOnceMax;
    this.#waitMsMax = waitMsMax;
    this.#hashMsMax = hashMsMax;
    this.#idleMsMax = idleMsMax;
  }

  /** Throws unavailable at once when the hashes already waiting would take longer than `waitMsMax`. */
  hash(job: HashingJob): Promise<Uint8Array> {
    const expectedWaitMs = (this.#queue.length * this.#hashMs) / this.#atOnceMax;
    if (expectedWaitMs > this.#waitMsMax) {
      return Promise.reject(unavailable('Too many people are signing in right now. Try again in a moment.'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject, startedAt: 0, deadline: undefined });
      this.#giveOut();
    });
  }

  /** The process that hashes, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Ends the process at once. What is being computed fails; what waits gets another. */
  close(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
  }

  #giveOut(): void {
    clearTimeout(this.#idle);
    while (this.#running.size < this.#atOnceMax) {
      const next = this.#queue.shift();
      if (!next) break;
      const id = this.#nextId++;
      next.startedAt = performance.now();
      // A process that hangs is ended, and whoever waited for it is told.
      next.deadline = setTimeout(() => this.close(), this.#hashMsMax);
      this.#running.set(id, next);
      this.#send(id, next.job);
    }
    if (this.#running.size > 0) return;
    this.#child?.channel?.unref();
    this.#idle = setTimeout(() => this.#dismiss(), this.#idleMsMax).unref();
  }

  #send(id: number, job: HashingJob): void {
    try {
      const child = this.#child ?? this.#start();
      child.channel?.ref();
      child.send({ id, ...job }, (error) => error && this.#lose(child, error));
    } catch (error) {
      this.#end(id)?.reject(uncomputed(error));
    }
  }

  /** Forgotten before it is told, so that who comes meanwhile gets another. */
  #dismiss(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.disconnect();
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./hashing-process.ts', import.meta.url)), {
      // Nothing of ours: no flags, no settings, no secrets, no terminal. A session of its own, see lowerPriority.
      execArgv: [],
      env: { UV_THREADPOOL_SIZE: String(this.#atOnceMax) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      detached: true,
    });
    child.unref();
    child.on('message', (answer: HashingAnswer) => this.#take(answer));
    child.on('error', (error) => this.#lose(child, error));
    child.on('disconnect', () => this.#lose(child, new Error('The hashing process ended.')));
    this.#child = child;
    return child;
  }

  #take(answer: HashingAnswer): void {
    const done = this.#end(answer.id);
    if (!done) return;
    this.#hashMs += 0.1 * (performance.now() - done.startedAt - this.#hashMs);
    if ('tag' in answer) done.resolve(answer.tag);
    else done.reject(uncomputed(new Error(answer.error)));
    this.#giveOut();
  }

  #lose(child: ChildProcess, cause: Error): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    for (const id of [...this.#running.keys()]) this.#end(id)?.reject(uncomputed(cause));
    this.#giveOut();
  }

  /** Takes a hash out of those that run. */
  #end(id: number): Waiting | undefined {
    const ended = this.#running.get(id);
    clearTimeout(ended?.deadline);
    this.#running.delete(id);
    return ended;
  }
}

const uncomputed = (cause: unknown) =>
  unavailable('The password could not be checked right now. Try again in a moment.', cause);
