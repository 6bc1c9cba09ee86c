import { connect, type Socket } from 'node:net';

export interface CrowdFigures {
  /** Durations of answers in milliseconds, by status. */
  readonly millis: Map<number, number[]>;
  /** Refusals without Retry-After. */
  withoutRetryAfter: number;
  /** Connections that ended without an answer to their request. */
  cutOff: number;
  refusedConnections: number;
}

export interface CrowdOptions {
  readonly port: number;
  readonly connections: number;
  /** Assigned in turn: each connection repeats its request. */
  readonly requests: readonly string[];
  readonly forMs: number;
  /** The time before counting starts, during which the service adapts its capacity. */
  readonly settleMs: number;
  /** After a refusal, a polite client waits as told; otherwise it repeats its request at once. */
  readonly polite: boolean;
}

/** Many connections that repeat a request. Raw sockets: the crowd must cost less than its requests. */
export async function crowd({
  port,
  connections,
  requests,
  forMs,
  settleMs,
  polite,
}: CrowdOptions): Promise<CrowdFigures> {
  const figures: CrowdFigures = { millis: new Map(), withoutRetryAfter: 0, cutOff: 0, refusedConnections: 0 };
  const settled = performance.now() + settleMs;
  const until = settled + forMs;
  const all = requests.map((request) => Buffer.from(request));
  await Promise.all(
    Array.from({ length: connections }, (_, n) => one(all[n % all.length] ?? Buffer.alloc(0), addressOf(n))),
  );
  return figures;

  function one(bytes: Buffer, localAddress: string): Promise<void> {
    return new Promise((done) => {
      let socket: Socket;
      let startedAt = 0;
      let waiting = false;
      let reading: Ending | undefined;
      let head = '';
      const ask = () => {
        if (performance.now() > until) return finish();
        if (socket.destroyed || !socket.writable) return open();
        startedAt = performance.now();
        waiting = true;
        reading = undefined;
        head = '';
        socket.write(bytes);
      };
      const finish = () => {
        waiting = false;
        socket.destroy();
        done();
      };
      const open = () => {
        socket = connect({ port, host: '127.0.0.1', localAddress });
        const mine = socket;
        socket.once('connect', ask);
        socket.once('error', () => {
          if (!waiting) figures.refusedConnections += 1;
        });
        socket.once('close', () => {
          if (mine !== socket) return;
          if (waiting) figures.cutOff += 1;
          waiting = false;
          if (performance.now() > until) return done();
          setTimeout(open, 100);
        });
        socket.on('data', (chunk) => {
          if (!waiting) return;
          if (reading) reading.bytesLeft -= chunk.length;
          else {
            head += chunk.toString('latin1');
            reading = beginningOf(head);
          }
          if (!reading || reading.bytesLeft > 0) return;
          waiting = false;
          note(reading, performance.now() - startedAt);
          if (isRefusal(reading.status) && polite)
            setTimeout(ask, reading.retryAfterMs + Math.random() * 250);
          else setImmediate(ask);
        });
      };
      open();
    });
  }

  function note({ status, retryAfterMs }: Ending, ms: number): void {
    if (performance.now() < settled) return;
    const list = figures.millis.get(status) ?? [];
    list.push(ms);
    figures.millis.set(status, list);
    if (isRefusal(status) && retryAfterMs === 0) figures.withoutRetryAfter += 1;
  }
}

/** Fewer for each address than the share of one network, also for two crowds at once. */
const addressOf = (n: number): string => `127.0.0.${1 + Math.floor(n / 150)}`;

interface Ending {
  readonly status: number;
  readonly retryAfterMs: number;
  bytesLeft: number;
}

/** The head of an answer; undefined until it is complete. */
function beginningOf(text: string): Ending | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = text.slice(0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
  return {
    status: Number(head.slice(9, 12)),
    retryAfterMs: Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0) * 1_000,
    bytesLeft: headEnd + 4 + length - text.length,
  };
}

/** Opens connections that send or read as slowly as they can, and holds them. Returns a function that ends them. */
export function linger(
  port: number,
  connections: number,
  begin: (socket: Socket) => void,
): { open(): number; end(): void } {
  const sockets = Array.from({ length: connections }, (_, n) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(n) });
    socket.on('error', () => {});
    socket.once('connect', () => begin(socket.resume()));
    return socket;
  });
  return {
    open: () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The account is over its share, or the service is overloaded. */
const isRefusal = (status: number) => status === 429 || status === 503;
