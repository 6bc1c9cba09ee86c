import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Lane } from './lane.ts';
import { type BodyLimits, LargeBodies, type LargeBody } from './large-bodies.ts';
import { Networks } from './networks.ts';
import { originForm, rpcCalls } from './request-target.ts';

/** How much one process takes on. What is beyond is told so at once, so that what was accepted stays quick. */
export const admissionLimits = {
  /** Requests being worked on that the database answers; begins with half, and grows while they are quick. */
  workingMax: 500,
  /** When they take longer on average, fewer are let in, down to `workingMin`, so that they become quick again. */
  workingMsMax: 500,
  workingMin: 32,
  /** Those that wait for a model, a mail server or a password hash, and are cheap to keep. */
  waitingMax: 1_000,
  bodyBytesMax: 64 * 1024 * 1024,
  networkBodyShare: 0.25,
  slowBodyMs: 500,
  smallBodyBytes: 16 * 1024,
  /** From then on idle connections are closed, and new ones are answered once, with 503. */
  connectionsMax: 4_000,
  /** One network has so much of them at most. */
  networkConnectionShare: 0.1,
  /** Of one lane, what slow readers have not read of their answers; beyond, connections of theirs are cut off. */
  unreadBytesMax: 64 * 1024 * 1024,
  /** A connection that asks again sooner than it was told, or sends a large body for nothing, is not read for so long. */
  pauseMs: 1_000,
} as const satisfies BodyLimits & Record<string, number>;

export type AdmissionLimits = { readonly [K in keyof typeof admissionLimits]: number };

export interface AdmissionOptions {
  /** A proxy's connections carry the requests of many networks, and are not counted as one. */
  isProxy?(address: string): boolean;
  /** Told again and again how many requests that the database answers are let in at a time. */
  onCapacity?(requests: number): void;
}

export interface AdmissionFigures {
  readonly connections: number;
  readonly working: number;
  readonly waiting: number;
  /** Requests that wait until others of their account have ended. */
  readonly queued: number;
  /** Since the start. */
  readonly refused: Readonly<Record<Refusal, number>>;
}

export type Refusal = 'working' | 'waiting' | 'bodies' | 'connections';

/** Retry-After of a refusal. */
const toldToWaitMs = 1_000;
/** How often the number that is let in is adapted. */
const adaptMs = 100;

/**
 * Decides which requests are worked on. The rough count is of responses that are not over; only when that is
 * too high are they looked at: a request whose body is still on its way, one that waits for others of its
 * account, an answer that is being taken slowly and a stream of events do not count as work, so that slow senders,
 * slow readers and a busy account cannot keep others out.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #quick: Lane;
  readonly #slow: Lane;
  readonly #surplus = new WeakSet<Socket>();
  /** When a connection was last refused something. */
  readonly #refusedAt = new WeakMap<Socket, number>();
  readonly #networks: Networks;
  readonly #bodies: LargeBodies;
  readonly #adapting: NodeJS.Timeout;
  readonly #refused: Record<Refusal, number> = { working: 0, waiting: 0, bodies: 0, connections: 0 };
  #connections = 0;

  constructor(
    limits: AdmissionLimits = admissionLimits,
    { isProxy = () => false, onCapacity }: AdmissionOptions = {},
  ) {
    this.#limits = limits;
    this.#networks = new Networks(isProxy);
    this.#bodies = new LargeBodies(limits, this.#networks);
    const { workingMin: min, workingMsMax: msMax, unreadBytesMax } = limits;
    this.#quick = new Lane({ min, max: limits.workingMax, msMax, unreadBytesMax });
    this.#slow = new Lane({ min, max: limits.waitingMax, msMax: Number.POSITIVE_INFINITY, unreadBytesMax });
    this.#adapting = setInterval(() => {
      this.#quick.adapt();
      this.#slow.adapt();
      this.#bodies.cutOff();
      onCapacity?.(this.#quick.cap);
    }, adaptMs).unref();
  }

  /**
   * Notes a connection; true when there are too many, and idle ones should be closed. One beyond the share of its network
   * is answered once, with a refusal, and hung up on where that network goes on all the same.
   */
  connected(socket: Socket): boolean {
    this.#connections += 1;
    const network = this.#networks.join(socket);
    socket.once('close', () => {
      this.#connections -= 1;
    });
    const { connectionsMax, networkConnectionShare } = this.#limits;
    const networkMax = connectionsMax * networkConnectionShare;
    if (network && network.connections > 2 * networkMax) socket.destroy();
    const tooMany = this.#connections > connectionsMax;
    if (tooMany || (network && network.connections > networkMax)) this.#surplus.add(socket);
    return tooMany;
  }

  /** Undefined when the request may go on; it is then counted until its response is over. */
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
    if (!body) return undefined;
    this.#bodies.join(body);
    res.once('close', () => {
      this.#bodies.leave(body);
      // Answered before it was read, as without a credential: the rest is dropped, which is not for nothing, either.
      if (!req.complete) this.#pause(req.socket);
    });
    return undefined;
  }

  /** For the metrics. */
  figures(): AdmissionFigures {
    return {
      connections: this.#connections,
      working: this.#quick.count(),
      waiting: this.#slow.count(),
      queued: this.#quick.queued + this.#slow.queued,
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

  #refusal(req: IncomingMessage, lane: Lane, body: LargeBody | undefined): Refusal | undefined {
    if (this.#surplus.has(req.socket)) return 'connections';
    if (body && !this.#bodies.hasRoomFor(body)) return 'bodies';
    if (!lane.isFull()) return undefined;
    return lane === this.#slow ? 'waiting' : 'working';
  }

  /** Refusing costs little, but not nothing: who does not wait as told is made to. */
  #slowDown(socket: Socket, res: ServerResponse): void {
    const now = performance.now();
    const before = this.#refusedAt.get(socket);
    this.#refusedAt.set(socket, now);
    if (before === undefined || now - before > toldToWaitMs) return;
    res.once('close', () => this.#pause(socket));
  }

  #pause(socket: Socket): void {
    // Once Node has begun to drop the rest of the body, for which it resumes the socket.
    setImmediate(() => {
      if (socket.destroyed) return;
      socket.pause();
      setTimeout(() => socket.resume(), this.#limits.pauseMs);
    });
  }
}

/**
 * Operations whose answer waits for something slow outside the database. By what is called, however it is written:
 * what waits long must not hide among what is quick, and keep it out.
 */
function isSlow(target: string): boolean {
  const [path = ''] = originForm(target).split('?');
  if (path.startsWith('/trpc/')) return rpcCalls(path).some((call) => /^(?:chat|account|live)\./.test(call));
  return ['/api/jarvis/', '/api/auth/', '/v1/chat/', '/v1/responses', '/mcp'].some((slow) =>
    path.startsWith(slow),
  );
}
