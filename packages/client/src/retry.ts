/** The rules for retries. */
export interface Retries {
  /** Attempts after the first. */
  readonly retries: number;
  /** An attempt without a whole answer after this time is lost. */
  readonly timeoutMsOf: (request: Request) => number;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends at once, and throws, when the caller aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Paths whose POST supports an Idempotency-Key. */
const carriedOutOnce =
  /\/api\/(?:jarvis\/chat|conversations(?:\/[^/]+\/messages)?|tasks|reminders|schedules|files)$/;

/** A refusal that asks for a longer pause is returned. */
const pauseMsMax = 60_000;

/** How often to ask for the outcome of a running request, and for how long in all. */
const underWayPauseMs = 1_000;
const underWayTries = 100;

/**
 * A fetch with retries: after a refusal, if it asks for one; after a lost or silent connection, if a repetition
 * changes nothing twice. A JSON answer is read whole within its attempt, so that a connection lost in its middle
 * counts, too. A POST has an Idempotency-Key, the same for every attempt.
 */
export function retryingFetch(options: Retries): (request: Request) => Promise<Response> {
  const { retries, timeoutMsOf, fetch, pause } = options;
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

/** The answer of one attempt, a JSON body read to its end. Throws after `timeoutMs`. */
async function answerOf(fetch: Retries['fetch'], request: Request, timeoutMs: number): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TypeError(`no answer in ${timeoutMs / 1_000} s`)), timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    const response = await fetch(new Request(request, { signal }));
    // Reads a clone, because the answer itself keeps its URL.
    if (/^application\/json\b/.test(response.headers.get('content-type') ?? ''))
      await response.clone().arrayBuffer();
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** An earlier attempt of the same request, whose answer was lost, is still running. */
const isUnderWay = ({ status }: Response, { headers }: Request): boolean =>
  status === 409 && headers.has('idempotency-key');

/** Milliseconds until the next attempt; undefined for none. */
function pauseAfter(response: Response, request: Request, failed: number): number | undefined {
  const refused = response.status === 429 || response.status === 503;
  const lost = response.status === 502 && isRepeatable(request);
  return refused || lost ? (askedPauseMs(response) ?? backoffMs(failed)) : undefined;
}

/** The pause of Retry-After, which has seconds or a date; undefined if it is invalid. */
function askedPauseMs({ headers }: Response): number | undefined {
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const seconds = Number(after);
  const ms = Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** A repeated deletion would find nothing. Storing a file that is stored already changes nothing. */
const isRepeatable = ({ method, headers, url }: Request): boolean =>
  ['GET', 'HEAD', 'PATCH', 'PUT'].includes(method) ||
  headers.has('idempotency-key') ||
  new URL(url).pathname.endsWith('/finish');

/** Random, so that many clients do not retry at once. */
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
