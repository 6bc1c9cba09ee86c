import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Entry, Roster } from './swap-remove-list.ts';

/** How much one process takes on. What is beyond is told so at once, so that what was accepted stays quick. */
export const admissionLimits = {
  /** Requests being worked on that the database answers; begins with half, and grows while they are quick. */
  workingMax: 500,
  /** When they take longer on average, fewer are let in, down to `workingMin`, so that they become quick again. */
  workingMsMax: 500,
  workingMin: 32,
  /** Those that wait for a model, a mail server or a password hash, and are cheap to keep. */
  waitingMax: 1_000,
  /** Large bodies being received or held; small ones are not counted. */
  bodyBytesMax: 64 * 1024 * 1024,
  smallBodyBytes: 16 * 1024,
  /** From then on idle connections are closed, and new ones are answered once, with 503. */
  connectionsMax: 4_000,
  /** Answers that slow readers have not taken yet; then the oldest are cut off. */
  untakenBytesMax: 64 * 1024 * 1024,
  /** A connection that asks again sooner than it was told is not read from for so long. */
  pauseMs: 1_000,
} as const;

export type AdmissionLimits = { readonly [K in keyof typeof admissionLimits]: number };

export interface AdmissionFigures {
  readonly connections: number;
  readonly working: number;
  readonly waiting: number;
  /** Since the start. */
  readonly refused: Readonly<Record<Refusal, number>>;
}

export type Refusal = 'working' | 'waiting' | 'bodies' | 'connections';

/** Retry-After of a refusal. */
const toldToWaitMs = 1_000;
/** How often the precise count is taken while the rough one is over its limit. */
const recountMs = 20;
/** How often the number that is let in is adapted. */
const adaptMs = 100;

/**
 * Decides which requests are worked on. The rough count is of responses that are not over; only when that is
 * too high are they looked at: a request whose body is still on its way, an answer that is being taken slowly
 * and a stream of events do not count as work, so that slow senders and readers cannot keep others out.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #quick: Lane;
  readonly #slow: Lane;
  readonly #surplus = new WeakSet<Socket>();
  /** When a connection was last refused something. */
  readonly #refusedAt = new WeakMap<Socket, number>();
  readonly #adapting: NodeJS.Timeout;
  readonly #refused: Record<Refusal, number> = { working: 0, waiting: 0, bodies: 0, connections: 0 };
  #bodyBytes = 0;
  #connections = 0;

  constructor(limits: AdmissionLimits = admissionLimits) {
    this.#limits = limits;
    const { workingMin: min, workingMsMax: msMax, untakenBytesMax } = limits;
    this.#quick = new Lane({ min, max: limits.workingMax, msMax, untakenBytesMax });
    this.#slow = new Lane({ min, max: limits.waitingMax, msMax: Number.POSITIVE_INFINITY, untakenBytesMax });
    this.#adapting = setInterval(() => {
      this.#quick.adapt();
      this.#slow.adapt();
    }, adaptMs).unref();
  }

  /** Notes a connection; true when there are too many, and idle ones should be closed. */
  connected(socket: Socket): boolean {
    this.#connections += 1;
    socket.once('close', () => {
      this.#connections -= 1;
    });
    const tooMany = this.#connections > this.#limits.connectionsMax;
    if (tooMany) this.#surplus.add(socket);
    return tooMany;
  }

  /** Undefined when the request may go on; it is then counted until its response is over. */
  enter(req: IncomingMessage, res: ServerResponse): Refusal | undefined {
    const url = req.url ?? '';
    if (url === '/api/health' || url.startsWith('/api/health?')) return undefined;
    const refusal = this.#refusal(req, url);
    if (refusal) {
      this.#refused[refusal] += 1;
      this.#slowDown(req.socket, res);
      return refusal;
    }
    const lane = isSlow(url) ? this.#slow : this.#quick;
    const bytes = largeBodyBytes(req, this.#limits.smallBodyBytes);
    this.#bodyBytes += bytes;
    const entry = lane.enter(req, res);
    res.once('close', () => {
      lane.open.leave(entry);
      this.#bodyBytes -= bytes;
    });
    return undefined;
  }

  /** For the metrics. */
  figures(): AdmissionFigures {
    return {
      connections: this.#connections,
      working: this.#quick.count(),
      waiting: this.#slow.count(),
      refused: this.#refused,
    };
  }

  /** Responses that are not over, streams included. */
  *open(): Iterable<ServerResponse> {
    yield* this.#quick.open;
    yield* this.#slow.open;
  }

  close(): void {
    clearInterval(this.#adapting);
  }

  #refusal(req: IncomingMessage, url: string): Refusal | undefined {
    if (this.#surplus.has(req.socket)) return 'connections';
    const { bodyBytesMax, smallBodyBytes } = this.#limits;
    if (this.#bodyBytes + largeBodyBytes(req, smallBodyBytes) > bodyBytesMax) return 'bodies';
    if (isSlow(url)) return this.#slow.isFull() ? 'waiting' : undefined;
    return this.#quick.isFull() ? 'working' : undefined;
  }

  /** Refusing costs little, but not nothing: who does not wait as told is made to. */
  #slowDown(socket: Socket, res: ServerResponse): void {
    const now = performance.now();
    const before = this.#refusedAt.get(socket);
    this.#refusedAt.set(socket, now);
    if (before === undefined || now - before > toldToWaitMs) return;
    res.once('close', () => {
      if (socket.destroyed) return;
      socket.pause();
      setTimeout(() => socket.resume(), this.#limits.pauseMs);
    });
  }
}

interface LaneLimits {
  readonly min: number;
  readonly max: number;
  readonly msMax: number;
  readonly untakenBytesMax: number;
}

/** Requests of one kind that are under way. */
class Lane {
  readonly open = new Roster<ServerResponse>();
  readonly #limits: LaneLimits;
  /** How many are let in now. */
  #cap: number;
  /** How many of the open ones were found not to be work, and when. */
  #idle = 0;
  #countedAt = 0;
  #endedCount = 0;
  #endedMs = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
    this.#cap = Math.ceil(limits.max / 2);
  }

  /** Counts a request; its time is taken from when its body is there to when its answer is ready. */
  enter(req: IncomingMessage, res: ServerResponse): Entry<ServerResponse> {
    const entry = this.open.join(res);
    if (this.open.size < this.#limits.min) return entry;
    let startedAt = performance.now();
    req.once('end', () => {
      startedAt = performance.now();
    });
    res.once('prefinish', () => {
      this.#endedCount += 1;
      this.#endedMs += performance.now() - startedAt;
    });
    return entry;
  }

  /** Fewer when they take too long, more when they are quick or few. */
  adapt(): void {
    const { min, max, msMax } = this.#limits;
    const ms = this.#endedCount > 0 ? this.#endedMs / this.#endedCount : 0;
    if (this.open.size >= min) this.count();
    const stuck = this.#endedCount === 0 && this.open.size >= this.#cap;
    this.#endedCount = 0;
    this.#endedMs = 0;
    if (ms > msMax) this.#cap = Math.max(min, Math.floor(this.#cap * 0.8));
    else if (ms < msMax * 0.6 && !stuck) this.#cap = Math.min(max, Math.ceil(this.#cap * 1.1) + 2);
  }

  isFull(): boolean {
    if (this.open.size - Math.min(this.#idle, this.open.size) < this.#cap) return false;
    if (performance.now() - this.#countedAt < recountMs) return true;
    return this.count() >= this.#cap;
  }

  count(): number {
    const untaken: ServerResponse[] = [];
    let untakenBytes = 0;
    let working = 0;
    for (const res of this.open) {
      if (res.writableEnded) {
        untaken.push(res);
        untakenBytes += res.writableLength;
      } else if (res.req.complete && !isStream(res)) working += 1;
    }
    for (const res of untaken) {
      if (untakenBytes <= this.#limits.untakenBytesMax) break;
      untakenBytes -= res.writableLength;
      res.destroy();
    }
    this.#idle = this.open.size - working;
    this.#countedAt = performance.now();
    return working;
  }
}

/** Paths whose answer waits for something slow outside the database. */
function isSlow(url: string): boolean {
  return (
    url.startsWith('/api/jarvis/') ||
    url.startsWith('/api/auth/') ||
    url.startsWith('/trpc/chat.') ||
    url.startsWith('/trpc/account.') ||
    url.startsWith('/trpc/live.')
  );
}

/** A subscription, or the answer of a mutation that streams. */
export function isStream(res: ServerResponse): boolean {
  const type = String(res.getHeader('content-type'));
  return res.headersSent && (type.startsWith('text/event-stream') || type.startsWith('application/jsonl'));
}

/** The announced length of a body, as far as it is more than a small one; a body without a length is large. */
function largeBodyBytes(req: IncomingMessage, smallBodyBytes: number): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  const bytes = encoding === undefined ? Number(length ?? 0) : bodyBytesMost;
  return bytes > smallBodyBytes ? Math.min(bytes, bodyBytesMost) : 0;
}

/** More is never kept of one body. */
const bodyBytesMost = 1024 * 1024;
