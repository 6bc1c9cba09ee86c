import type { IncomingMessage, ServerResponse } from 'node:http';
import { recountMs } from './capacity.ts';

/** See `admissionLimits`. */
export interface LaneLimits {
  readonly min: number;
  readonly max: number;
  readonly msMax: number;
  readonly unreadBytesMax: number;
}

interface OpenResponse {
  readonly res: ServerResponse;
  place: number;
}

export class Lane {
  /** Not a Set, whose outgrown tables keep their entries, whole requests, until the next full collection. */
  readonly open: OpenResponse[] = [];
  readonly #limits: LaneLimits;
  /** Requests that wait for others of their account, as of the last count. */
  queued = 0;
  /** The number of requests admitted now. */
  cap: number;
  /** Open requests found not to be work, and the time of that count. */
  #idle = 0;
  #countedAt = 0;
  #endedCount = 0;
  #endedMs = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
    this.cap = Math.ceil(limits.max / 2);
  }

  /** Counts a request until its response ends; its duration runs from the complete body to the ready answer. */
  enter(req: IncomingMessage, res: ServerResponse): void {
    const entry = { res, place: this.open.length };
    this.open.push(entry);
    res.on('close', () => this.#leave(entry));
    if (this.open.length < this.#limits.min) return;
    let startedAt = performance.now();
    req.on('end', () => {
      startedAt = performance.now();
    });
    res.on('prefinish', () => {
      this.#endedCount += 1;
      this.#endedMs += performance.now() - startedAt - (req.answer?.queuedMs ?? 0);
    });
  }

  #leave({ place }: OpenResponse): void {
    const last = this.open.pop();
    if (!last || last.place === place) return;
    last.place = place;
    this.open[place] = last;
  }

  /** Nothing is left to adapt. */
  get isAtRest(): boolean {
    return this.open.length === 0 && this.cap === this.#limits.max;
  }

  /** Lowers the number when requests take too long, raises it when they are quick or few. */
  adapt(): void {
    const { min, max, msMax } = this.#limits;
    const ms = this.#endedCount > 0 ? this.#endedMs / this.#endedCount : 0;
    if (this.open.length > 0) this.count();
    const stuck = this.#endedCount === 0 && this.open.length >= this.cap;
    this.#endedCount = 0;
    this.#endedMs = 0;
    if (ms > msMax) this.cap = Math.max(min, Math.floor(this.cap * 0.8));
    else if (ms < msMax * 0.6 && !stuck) this.cap = Math.min(max, Math.ceil(this.cap * 1.1) + 2);
  }

  isFull(): boolean {
    if (this.open.length - Math.min(this.#idle, this.open.length) < this.cap) return false;
    if (performance.now() - this.#countedAt < recountMs) return true;
    return this.count() >= this.cap;
  }

  count(): number {
    const unread: ServerResponse[] = [];
    let unreadBytes = 0;
    let working = 0;
    this.queued = 0;
    for (const { res } of this.open) {
      if (res.writableLength > 0) unread.push(res);
      unreadBytes += res.writableLength;
      if (res.req.answer?.queued) this.queued += 1;
      else if (!res.writableEnded && res.req.complete && !isStream(res)) working += 1;
    }
    for (const res of unread) {
      if (unreadBytes <= this.#limits.unreadBytesMax) break;
      unreadBytes -= res.writableLength;
      res.destroy();
    }
    this.#idle = this.open.length - working;
    this.#countedAt = performance.now();
    return working;
  }
}

/** A subscription, or the streamed answer of a mutation. */
export function isStream(res: ServerResponse): boolean {
  const type = String(res.getHeader('content-type'));
  return res.headersSent && (type.startsWith('text/event-stream') || type.startsWith('application/jsonl'));
}
