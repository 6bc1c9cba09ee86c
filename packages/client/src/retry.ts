/** When a request is sent again. */
export interface Retries {
  /** Further tries after the first. */
  readonly retries: number;
  /** A refusal that asks for a longer pause is given back as it is. */
  readonly pauseMsMax: number;
  /** A try that has no whole answer after so many milliseconds is lost. */
  readonly timeoutMsOf: (request: Request) => number;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends at once, and throws, when the caller gives up. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Paths whose POST is carried out once for each Idempotency-Key. */
const carriedOutOnce = /\/api\/(?:jarvis\/chat|conversations(?:\/[^/]+\/messages)?|tasks)$/;

/** How often the outcome of a request is asked for that is still being worked on, and for how long in all. */
const underWayPauseMs = 1_000;
const underWayTries = 100;

/**
 * A fetch that tries again: after a refusal, when it is told to; after a lost or silent connection, where a second time
 * changes nothing that the first did not. A JSON answer is read whole within its try, so that a connection that is lost
 * in its middle is such a case, too. A POST carries an Idempotency-Key, the same with every try.
 */
export function retryingFetch(options: Retries): (request: Request) => Promise<Response> {
  const { retries, pauseMsMax, timeoutMsOf, fetch, pause } = options;
  return async (request) => {
    if (request.method === 'POST' && carriedOutOnce.test(new URL(request.url).pathname)) {
      if (!request.headers.has('idempotency-key'))
        request.headers.set('Idempotency-Key', newIdempotencyKey());
    }
    const { signal } = request;
    let underWay = 0;
    for (let failed = 0; ; ) {
      let pauseMs: number | undefined;
      try {
        const response = await answerOf(fetch, request.clone(), timeoutMsOf(request));
        if (isUnderWay(response, request) && ++underWay < underWayTries)
          pauseMs = askedPauseMs(response) ?? underWayPauseMs;
        else if (++failed <= retries) pauseMs = pauseAfter(response, request, failed);
        if (pauseMs === undefined || pauseMs > pauseMsMax) return response;
        await response.body?.cancel();
      } catch (error) {
        if (signal.aborted || !isRepeatable(request) || ++failed > retries) throw error;
        pauseMs = backoffMs(failed);
      }
      await pause(pauseMs, signal);
    }
  };
}

/** The answer of one try, a JSON body read to its end. Throws when it takes longer than `timeoutMs`. */
async function answerOf(fetch: Retries['fetch'], request: Request, timeoutMs: number): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TypeError(`no answer in ${timeoutMs / 1_000} s`)), timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    const response = await fetch(new Request(request, { signal }));
    // Of a copy: the answer itself keeps its address.
    if (/^application\/json\b/.test(response.headers.get('content-type') ?? ''))
      await response.clone().arrayBuffer();
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** An earlier try of the same request, which got lost on its way back, goes on. */
const isUnderWay = ({ status }: Response, { headers }: Request): boolean =>
  status === 409 && headers.has('idempotency-key');

/** Milliseconds until the next try; undefined when there should be none. */
function pauseAfter(response: Response, request: Request, failed: number): number | undefined {
  const refused = response.status === 429 || response.status === 503;
  const lost = response.status === 502 && isRepeatable(request);
  return refused || lost ? (askedPauseMs(response) ?? backoffMs(failed)) : undefined;
}

/** What Retry-After asks for, which has seconds or a date; undefined where it has neither. */
function askedPauseMs({ headers }: Response): number | undefined {
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const seconds = Number(after);
  const ms = Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** A deletion that was carried out would find nothing the second time. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  ['GET', 'HEAD', 'PATCH'].includes(method) || headers.has('idempotency-key');

/** Spread, so that many clients do not come back at once. */
const backoffMs = (failed: number): number => 500 * 2 ** (failed - 1) * (0.5 + Math.random() / 2);

/** `crypto.randomUUID` is missing in pages without https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
