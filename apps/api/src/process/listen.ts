import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import { Admission } from '../admission/admission.ts';
import { admissionLimits, toldToWaitMs } from '../admission/capacity.ts';
import { isFileUpload } from '../admission/large-bodies.ts';
import { errorBody, sendError } from '../http/answer/errors.ts';
import { answerProblem, answerUnreadable, protocolProblem } from '../http/answer/protocol-errors.ts';
import { foreignNames } from '../http/browser/dns-rebinding.ts';
import { announcedBytes } from '../http/request/request-body.ts';
import { nameRequest } from '../http/request/request-id.ts';
import { originForm } from '../http/request/request-target.ts';
import { drain } from './drain.ts';

/** Of a body, in ms: a slow sender holds nothing for long. */
const requestTimeoutMs = 30_000;
/** A whole file takes longer to arrive. */
const fileTimeoutMs = 120_000;
/** Above the limit that admission answers with 503, connections are not even accepted. */
const connectionsMax = 5_000;
/** Longer than any answer may take: only a client that does not read is idle for so long. */
const idleBeyondReplyMs = 30_000;

/** A proxy's connection is not read for this long after it ignored a Retry-After; see admission. */
const proxyPauseMs = 250;

export interface ListenOptions {
  /** The public origin: requests to its host are answered also if `host` is loopback. */
  readonly publicUrl?: string;
  /** Time of the slowest answer; 60 s by default. */
  readonly replyTimeoutMs?: number;
  /** As TRUST_PROXY: a proxy's connection carries the requests of many, and is paused for less time. */
  readonly trustProxy?: number | readonly string[] | false;
  /** Called for every request, before it is admitted or refused. */
  onRequest?(req: IncomingMessage, res: ServerResponse): void;
  /** Called at intervals with the number of requests that the database answers and that are admitted at a time. */
  onCapacity?(requests: number): void;
}

export interface Listening {
  readonly port: number;
  readonly admission: Admission;
  /** Accepts no new connection, ends streams, gives requests in flight at most 8 s, then closes every connection. */
  close(): Promise<void>;
}

/** Listens with limits set; rejects when the address is in use. */
export async function listen(
  app: RequestListener,
  host: string,
  port: number,
  { publicUrl, replyTimeoutMs = 60_000, trustProxy = false, onRequest, onCapacity }: ListenOptions = {},
): Promise<Listening> {
  const admission = new Admission(
    trustProxy === false ? admissionLimits : { ...admissionLimits, pauseMs: proxyPauseMs },
    { isProxy: proxies(trustProxy), ...(onCapacity && { onCapacity }) },
  );
  const isForeign = foreignNames(host, publicUrl);
  // Request smuggling: requests after a refused one on the same connection are not carried out.
  const refused = new WeakSet<Socket>();
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
      connectionsCheckingInterval: 1_000,
      headersTimeout: 10_000,
      requestTimeout: fileTimeoutMs,
      keepAliveTimeout: 65_000,
      noDelay: true,
    },
    (req, res) => {
      if (refused.has(req.socket)) return;
      begin(req, res);
      // Log, metrics, admission and `pipeline` (seven alone) all listen for its end, and none leaks: Node warns over 10.
      res.setMaxListeners(30);
      if (closing) res.setHeader('Connection', 'close');
      const problem = protocolProblem(req, isForeign);
      if (problem) {
        refused.add(req.socket);
        return answerProblem(res, ...problem);
      }
      limitBodyTime(req);
      if (!res.shouldKeepAlive && announcedBytes(req) > 0) closeAfterBody(req);
      const refusal = admission.enter(req, res);
      if (!refusal) return app(req, res);
      refuse(req, res, refusal === 'connections' || refusal === 'bodies');
    },
  );
  // To close while the body arrives is to reset the connection, and nginx, which asks for a close, then loses the answer:
  // a 502. Node drops the rest of the body first.
  const closeAfterBody = (req: IncomingMessage) => {
    const { socket } = req;
    socket.destroySoon = () => {
      refused.add(socket);
      if (req.complete || req.awaitsContinue) Socket.prototype.destroySoon.call(socket);
      else req.once('end', () => Socket.prototype.destroySoon.call(socket));
    };
  };
  const begin = (req: IncomingMessage, res: ServerResponse) => {
    req.url = originForm(req.url ?? '/');
    nameRequest(req, res);
    onRequest?.(req, res);
  };
  let closing = false;
  server.timeout = replyTimeoutMs + idleBeyondReplyMs;
  server.maxConnections = connectionsMax;
  server.maxRequestsPerSocket = 10_000;
  server.on('clientError', (error, socket: Socket) => {
    // Node parses on after a refused request, whose answer closes the connection.
    if (!refused.has(socket)) answerUnreadable(error, socket);
  });
  server.on('checkContinue', (req, res) => {
    // `100 Continue` is sent when the body is needed. After an answer without it, the client may send the body or
    // not, so the connection cannot be reused.
    req.awaitsContinue = true;
    res.setHeader('Connection', 'close');
    server.emit('request', req, res);
  });
  server.on('checkExpectation', (req, res) => {
    if (refused.has(req.socket)) return;
    refused.add(req.socket);
    begin(req, res);
    answerProblem(res, 417, 'The only supported expectation is `100-continue`.');
  });
  server.on('connection', (socket: Socket) => {
    if (admission.connected(socket)) server.closeIdleConnections();
  });
  await once(server.listen({ port, host, backlog: 1_024 }), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    admission,
    close: () => {
      closing = true;
      return drain(server, admission);
    },
  };
}

/** Node's own limit is the same for all requests: that of a whole file. */
function limitBodyTime(req: IncomingMessage): void {
  if (announcedBytes(req) === 0 || isFileUpload(req)) return;
  const refuseLate = () => {
    if (req.complete) return;
    const late = new Error('the body did not arrive in time');
    answerUnreadable(Object.assign(late, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), req.socket);
  };
  // After the bytes that have arrived are read: a process that was stopped meanwhile sees its timers first.
  const timer = setTimeout(() => setImmediate(refuseLate), requestTimeoutMs).unref();
  req.once('close', () => clearTimeout(timer));
}

/** Which peers are proxies: the named ones, or all if only a number of hops is given. */
function proxies(trustProxy: number | readonly string[] | false): (address: string) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return () => trustProxy > 0;
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return (address) => address !== '' && isTrusted(address, 0);
}

/** Answers 503 without using the database, the body or a library. */
function refuse(req: IncomingMessage, res: ServerResponse, hangUp: boolean): void {
  req.calledRoute = '(refused)';
  const error = 'The service is overloaded. Try again in a moment.';
  const forRpc = req.url?.startsWith('/trpc') === true;
  // An unread body has to be dropped before the connection can be reused. A small one is: during an overload a new
  // connection waits behind all others, and so would the client of a refused write.
  const isLarge = announcedBytes(req) > admissionLimits.smallBodyBytes;
  const retryAfterSeconds = toldToWaitMs / 1_000;
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, retryAfterSeconds };
  const body = forRpc ? { error: { message: error, code: -32_603, data } } : errorBody(error);
  sendError(res, 503, body, {
    'Retry-After': String(retryAfterSeconds),
    'X-Content-Type-Options': 'nosniff',
    ...(hangUp || isLarge ? { Connection: 'close' } : {}),
  });
}
