import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rpcCalls } from '../http/request/request-target.ts';
import { type AdmissionLimits, adaptMs, toldToWaitMs } from './capacity.ts';
import { Lane } from './lane.ts';
import { LargeBodies, type LargeBody } from './large-bodies.ts';
import { Networks } from './networks.ts';

export interface AdmissionOptions {
  /** A proxy's connections carry the requests of many networks, so they do not count as one network. */
  isProxy(address: string): boolean;
  /** Called at intervals with the number of requests that the database answers and that are admitted at a time. */
  onCapacity?(requests: number): void;
}

export type Refusal = 'working' | 'waiting' | 'bodies' | 'connections';

/**
 * Decides which requests are admitted. The rough count is of open responses. Only when it is too high are they
 * examined: a request whose body is still arriving, one that waits for others of its account, an answer that is read
 * slowly and a stream of events do not count as work. So slow senders, slow readers and a busy account cannot keep
 * others out.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #quick: Lane;
  readonly #slow: Lane;
  readonly #surplus = new WeakSet<Socket>();
  readonly #refusedAt = new WeakMap<Socket, number>();
  readonly #networks: Networks;
  readonly #bodies: LargeBodies;
  readonly #onCapacity: AdmissionOptions['onCapacity'];
  #adapting: NodeJS.Timeout | undefined;
  readonly #refused: Record<Refusal, number> = { working: 0, waiting: 0, bodies: 0, connections: 0 };
  #connections = 0;

  constructor(limits: AdmissionLimits, { isProxy, onCapacity }: AdmissionOptions) {
    this.#limits = limits;
    this.#networks = new Networks(isProxy);
    this.#bodies = new LargeBodies(limits, this.#networks);
    const { workingMin: min, workingMsMax: msMax, unreadBytesMax } = limits;
    this.#quick = new Lane({ min, max: limits.workingMax, msMax, unreadBytesMax });
    this.#slow = new Lane({ min, max: limits.waitingMax, msMax: Number.POSITIVE_INFINITY, unreadBytesMax });
    this.#onCapacity = onCapacity;
    this.#adaptOften();
  }

  /**
   * Counts a connection; true when there are too many, and idle ones should be closed. A connection beyond its
   * network's share gets a single answer, a refusal; beyond twice the share, it is closed at once.
   */
  connected(socket: Socket): boolean {
    this.#connections += 1;
    const connections = this.#networks.join(socket);
    socket.once('close', () => {
      this.#connections -= 1;
    });
    const { connectionsMax, networkConnectionShare } = this.#limits;
    const networkMax = connectionsMax * networkConnectionShare;
    if (connections > 2 * networkMax) socket.destroy();
    const tooMany = this.#connections > connectionsMax;
    if (tooMany || connections > networkMax) this.#surplus.add(socket);
    return tooMany;
  }

  /** Undefined when the request is admitted; it then counts until its response ends. */
  enter(req: IncomingMessage, res: ServerResponse): Refusal | undefined {
    const url = req.url ?? '';
    if (url === '/api/health' || url.startsWith('/api/health?')) return undefined;
    const lane = isSlow(url) ? this.#slow : this.#quick;
    const body = this.#bodies.of(req);
    const refusal = this.#refusal(req, lane, body);
    if (refusal) {
      this.#refused[refusal] += 1;
      this.#slowDown(req.socket, res);
      return refusal;
    }
    lane.enter(req, res);
    this.#adaptOften();
    if (!body) return undefined;
    const release = this.#bodies.hold(body);
    res.on('close', () => {
      release();
      // Answered before the body was read, as without a credential: Node drops the rest, which also costs time.
      if (!req.complete) this.#pause(req.socket);
    });
    return undefined;
  }

  /** For the metrics. */
  figures() {
    return {
      connections: this.#connections,
      working: this.#quick.count(),
      waiting: this.#slow.count(),
      /** Requests that wait for others of their account. */
      queued: this.#quick.queued + this.#slow.queued,
      /** Since the start. */
      refused: this.#refused,
    };
  }

  /** Open responses, streams included. */
  *open(): Iterable<ServerResponse> {
    for (const lane of [this.#quick, this.#slow]) for (const { res } of [...lane.open]) yield res;
  }

  close(): void {
    clearInterval(this.#adapting);
    this.#adapting = undefined;
  }

  /** Until nothing is open and everything is admitted again: a process without requests sleeps. */
  #adaptOften(): void {
    this.#adapting ??= setInterval(() => {
      this.#quick.adapt();
      this.#slow.adapt();
      this.#bodies.cutOff();
      this.#onCapacity?.(this.#quick.cap);
      if (this.#quick.isAtRest && this.#slow.isAtRest) this.close();
    }, adaptMs).unref();
  }

  #refusal(req: IncomingMessage, lane: Lane, body: LargeBody | undefined): Refusal | undefined {
    if (this.#surplus.has(req.socket)) return 'connections';
    if (body && !this.#bodies.hasRoomFor(body)) return 'bodies';
    if (!lane.isFull()) return undefined;
    return lane === this.#slow ? 'waiting' : 'working';
  }

  /** A refusal is cheap but not free: a client that ignores Retry-After is slowed down. */
  #slowDown(socket: Socket, res: ServerResponse): void {
    const now = performance.now();
    const before = this.#refusedAt.get(socket);
    this.#refusedAt.set(socket, now);
    if (before === undefined || now - before > toldToWaitMs) return;
    res.on('close', () => this.#pause(socket));
  }

  #pause(socket: Socket): void {
    // After Node has begun to drop the rest of the body, for which it resumes the socket.
    setImmediate(() => {
      if (socket.destroyed) return;
      socket.pause();
      setTimeout(() => socket.resume(), this.#limits.pauseMs);
    });
  }
}

/**
 * Operations that wait for something slow outside the database. Compares the called operation, not the spelling of
 * the path: a slow request must not pass as a quick one and keep quick ones out.
 */
function isSlow(url: string): boolean {
  if (!url.startsWith('/trpc/')) return slow.test(url);
  return rpcCalls(url.replace(/\?.*/s, '')).some((call) => /^(?:chat|account|live)\./.test(call));
}

const slow = /^\/(?:api\/(?:jarvis\/|auth\/|files)|v1\/(?:chat\/|responses|files)|mcp)/;
