import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import { foreignNames } from '../http/dns-rebinding.ts';
import { errorBody, sendError } from '../http/errors.ts';
import { isStream } from '../http/lane.ts';
import { Admission, admissionLimits } from '../http/load-shedding.ts';
import { isForV1 } from '../http/openai-error.ts';
import {
  answerProblem,
  answerUnreadable,
  protocolProblem,
  refuseExpectation,
} from '../http/protocol-errors.ts';
import { requestIdOf } from '../http/request-id.ts';

/** Limits of the HTTP server: a slow or idle sender holds nothing for long. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const checkConnectionsEveryMs = 1_000;
const keepAliveTimeoutMs = 65_000;
const headerBytesMax = 16 * 1024;
const requestsPerSocketMax = 10_000;
/** Beyond what admission answers with 503, connections are not even accepted. */
const connectionsMax = 5_000;
/** Longer than any answer may take: only a reader that takes nothing is idle for so long. */
const idleBeyondReplyMs = 30_000;

/** How long requests in flight may take to end once the server closes; the rest of the 10 s is for the others. */
const drainMs = 8_000;
/** Streams of replies that have not ended by themselves are ended then. */
const replyStreamsMs = 6_000;
/** Kept connections may bring a request, which is answered with `close`, until none has come for so long. */
const quietMs = 500;
/** But no longer than this after the signal. */
const lastCallMs = 4_000;
/** For how long a proxy's connection is not read from after it brought more than it was told; see admission. */
const proxyPauseMs = 250;
/** How long a caller that was refused should wait. */
const retryAfterSeconds = 1;

export interface ListenOptions {
  /** The origin that users see: its name is answered to, also where `host` is a loopback one. */
  readonly publicUrl?: string;
  /** How long the slowest answer may take; 60 s unless told. */
  readonly replyTimeoutMs?: number;
  /** As TRUST_PROXY: a proxy's connections carry the requests of many, and are slowed down less for what one does. */
  readonly trustProxy?: number | readonly string[] | false;
  /** Told of every request that was refused before it reached the app. */
  onRefused?(req: IncomingMessage, res: ServerResponse): void;
  /** Told again and again how many requests that the database answers are let in at a time. */
  onCapacity?(requests: number): void;
}

export interface Listening {
  readonly port: number;
  readonly admission: Admission;
  /** Accepts nothing more, tells streams, lets requests in flight end, at most 8 s, then closes every connection. */
  close(): Promise<void>;
}

/** Listens with limits set; rejects when the address is taken. */
export async function listen(
  app: RequestListener,
  host: string,
  port: number,
  { publicUrl, replyTimeoutMs = 60_000, trustProxy = false, onRefused, onCapacity }: ListenOptions = {},
): Promise<Listening> {
  const admission = new Admission(
    trustProxy === false ? admissionLimits : { ...admissionLimits, pauseMs: proxyPauseMs },
    { isProxy: proxies(trustProxy), ...(onCapacity && { onCapacity }) },
  );
  const isForeign = foreignNames(host, publicUrl);
  // Request smuggling: whatever follows a refused request on its connection is not carried out.
  const refused = new WeakSet<Socket>();
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      requireHostHeader: false,
      connectionsCheckingInterval: checkConnectionsEveryMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      noDelay: true,
    },
    (req, res) => {
      if (refused.has(req.socket)) return;
      if (closing) res.setHeader('Connection', 'close');
      const problem = protocolProblem(req, isForeign);
      if (problem) {
        refused.add(req.socket);
        return answerProblem(res, ...problem);
      }
      const refusal = admission.enter(req, res);
      if (!refusal) return app(req, res);
      refuse(req, res, refusal === 'connections' || refusal === 'bodies');
      onRefused?.(req, res);
    },
  );
  let closing = false;
  server.timeout = replyTimeoutMs + idleBeyondReplyMs;
  server.maxConnections = connectionsMax;
  server.maxRequestsPerSocket = requestsPerSocketMax;
  server.on('clientError', answerUnreadable);
  server.on('checkContinue', (req, res) => {
    // It is told to go on when its body is wanted. Answered without, it may send the body or not: nothing can follow.
    req.awaitsContinue = true;
    res.setHeader('Connection', 'close');
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req, res) => {
    if (refused.has(req.socket)) return;
    refused.add(req.socket);
    refuseExpectation(res);
  });
  server.on('connection', (socket: Socket) => {
    if (admission.connected(socket)) server.closeIdleConnections();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1_024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    admission,
    close: () => {
      closing = true;
      return drain(server, admission);
    },
  };
}

/** Which peers carry the requests of others: those that are named, or all where only a number of hops is. */
function proxies(trustProxy: number | readonly string[] | false): (address: string) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return () => trustProxy > 0;
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return (address) => address !== '' && isTrusted(address, 0);
}

/** Answers 503 without touching anything: no database, no body, no library. */
function refuse(req: IncomingMessage, res: ServerResponse, hangUp: boolean): void {
  const error = 'The service is overloaded. Try again in a moment.';
  const forRpc = req.url?.startsWith('/trpc') === true;
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, retryAfterSeconds };
  const body = forRpc ? { error: { message: error, code: -32_603, data } } : errorBody(error);
  sendError(res, 503, body, {
    'Retry-After': String(retryAfterSeconds),
    'X-Request-Id': requestIdOf(req.headers['x-request-id']),
    'X-Content-Type-Options': 'nosniff',
    ...(hangUp || hasLargeBody(req) ? { Connection: 'close' } : {}),
  });
}

/**
 * A body that nobody reads has to be thrown away before the connection can be used again. A small one is: while the
 * service is overloaded, a new connection waits behind all others that come, and so would who was refused a write.
 */
function hasLargeBody({ headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? 0);
  return headers['transfer-encoding'] !== undefined || bytes > admissionLimits.smallBodyBytes;
}

async function drain(server: Server, admission: Admission): Promise<void> {
  const closed = stopAccepting(server);
  for (const res of admission.open()) {
    if (isStream(res) && !isReply(res)) endStream(res);
    else if (!res.headersSent) res.setHeader('Connection', 'close');
  }
  const lastStreams = setTimeout(() => {
    for (const res of admission.open()) if (isStream(res)) endStream(res);
  }, replyStreamsMs);
  // Closing a kept connection at once would lose the request that is on its way on it. Whoever is busy asks
  // within this time and is told to hang up; whoever is idle is hung up on after it.
  const startedAt = performance.now();
  let requestAt = startedAt;
  server.on('request', () => {
    requestAt = performance.now();
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    if (now - requestAt >= quietMs || now - startedAt >= lastCallMs) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(lastStreams);
  clearInterval(sweep);
  clearTimeout(timer);
  admission.close();
}

/** Node's own close hangs up on idle connections at once; that comes later. */
function stopAccepting(server: Server): Promise<void> {
  const { closeIdleConnections } = server;
  server.closeIdleConnections = () => {};
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections = closeIdleConnections;
  return closed;
}

/** The stream of a reply, which ends with the reply; replies are given a moment to come to their end. */
const isReply = ({ req: { calledRoute = '' } }: ServerResponse): boolean =>
  ['/mcp', '/trpc/chat.', '/v1/', '/api/jarvis/'].some((replies) => calledRoute.startsWith(replies));

/** Tells a subscription when to come back, then ends: the web app connects again, to whichever process answers. */
function endStream(res: ServerResponse): void {
  // Clients of OpenAI's API would take this end for that of the reply.
  if (isForV1(res.req)) return void res.destroy();
  res.on('error', () => {});
  if (String(res.getHeader('content-type')).startsWith('text/event-stream')) res.write('retry: 500\n\n');
  res.end(() => res.destroy());
}
