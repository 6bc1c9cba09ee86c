import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How much one process takes on. What is beyond is told so at once, so that what was accepted stays quick. */
export const admissionLimits = {
  /** Requests being worked on that a database or a thread answers. */
  workingMax: 500,
  /** Those that wait for a model, a mail server or a password hash, and are cheap to keep. */
  waitingMax: 1_000,
  /** Large bodies being received or held; small ones are not counted. */
  bodyBytesMax: 128 * 1024 * 1024,
  smallBodyBytes: 16 * 1024,
  /** From then on idle connections are closed, and new ones are answered once, with 503. */
  connectionsMax: 4_000,
  /** Answers that a slow reader has not taken yet; then the oldest are cut off. */
  untakenMax: 500,
  /** With this many at work, a loop that lags this long takes on nothing more. */
  loopDelayMsMax: 400,
  loopDelayWorkingMin: 50,
} as const;

export type AdmissionLimits = { readonly [K in keyof typeof admissionLimits]: number };

export interface AdmissionFigures {
  readonly connections: number;
  readonly working: number;
  readonly waiting: number;
  /** Since the start. */
  readonly refused: Readonly<Record<Refusal, number>>;
}

export type Refusal = 'working' | 'waiting' | 'bodies' | 'connections' | 'loop';

/** How often the precise count is taken while the rough one is over its limit. */
const recountMs = 20;
const lookMs = 100;

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
  readonly #watch: NodeJS.Timeout;
  readonly #refused: Record<Refusal, number> = { working: 0, waiting: 0, bodies: 0, connections: 0, loop: 0 };
  #bodyBytes = 0;
  #connections = 0;
  #loopDelayMs = 0;

  constructor(limits: AdmissionLimits = admissionLimits) {
    this.#limits = limits;
    this.#quick = new Lane(limits.workingMax, limits.untakenMax);
    this.#slow = new Lane(limits.waitingMax, limits.untakenMax);
    let due = performance.now() + lookMs;
    this.#watch = setInterval(() => {
      const now = performance.now();
      this.#loopDelayMs = Math.max(0, now - due);
      due = now + lookMs;
    }, lookMs).unref();
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
      return refusal;
    }
    const lane = isSlow(url) ? this.#slow : this.#quick;
    const bytes = largeBodyBytes(req, this.#limits.smallBodyBytes);
    this.#bodyBytes += bytes;
    lane.open.add(res);
    res.once('close', () => {
      lane.open.delete(res);
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
    clearInterval(this.#watch);
  }

  #refusal(req: IncomingMessage, url: string): Refusal | undefined {
    if (this.#surplus.has(req.socket)) return 'connections';
    const { bodyBytesMax, loopDelayMsMax, loopDelayWorkingMin, smallBodyBytes } = this.#limits;
    if (this.#bodyBytes + largeBodyBytes(req, smallBodyBytes) > bodyBytesMax) return 'bodies';
    if (isSlow(url)) return this.#slow.isFull() ? 'waiting' : undefined;
    if (this.#quick.isFull()) return 'working';
    if (this.#loopDelayMs > loopDelayMsMax && this.#quick.open.size > loopDelayWorkingMin) return 'loop';
    return undefined;
  }
}

/** Requests of one kind that are under way. */
class Lane {
  readonly open = new Set<ServerResponse>();
  readonly #max: number;
  readonly #untakenMax: number;
  /** How many of the open ones were found not to be work, and when. */
  #idle = 0;
  #countedAt = 0;

  constructor(max: number, untakenMax: number) {
    this.#max = max;
    this.#untakenMax = untakenMax;
  }

  isFull(): boolean {
    if (this.open.size - Math.min(this.#idle, this.open.size) < this.#max) return false;
    if (performance.now() - this.#countedAt < recountMs) return true;
    return this.count() >= this.#max;
  }

  count(): number {
    const untaken: ServerResponse[] = [];
    let working = 0;
    for (const res of this.open) {
      if (res.writableEnded) untaken.push(res);
      else if (res.req.complete && !isStream(res)) working += 1;
    }
    for (const res of untaken.slice(0, Math.max(0, untaken.length - this.#untakenMax))) res.destroy();
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

export function isStream(res: ServerResponse): boolean {
  return res.headersSent && String(res.getHeader('content-type')).startsWith('text/event-stream');
}

/** The announced length of a body, as far as it is more than a small one; a body without a length is large. */
function largeBodyBytes(req: IncomingMessage, smallBodyBytes: number): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers;
  const bytes = encoding === undefined ? Number(length ?? 0) : bodyBytesMost;
  return bytes > smallBodyBytes ? Math.min(bytes, bodyBytesMost) : 0;
}

/** More is never kept of one body. */
const bodyBytesMost = 1024 * 1024;
