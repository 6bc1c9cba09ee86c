import createClient, { type Client } from 'openapi-fetch';
import { orThrow } from './errors.ts';
import type { paths } from './generated/api.ts';
import { type Answer, type AskOptions, type ReplyEvent, streamReply } from './reply.ts';
import { pause, retryingFetch } from './retry.ts';
import { type StoredFile, sendFile } from './send-file.ts';

export interface JarvisOptions {
  /** The service's address: `http://localhost:3000`. */
  readonly url: string;
  /** An API key. Without one, a page of the web app's origin uses the session of its cookie. */
  readonly key?: string | undefined;
  /** Retries after a refusal or a lost connection; default 2. */
  readonly retries?: number;
  /** Timeout of an attempt in ms, except for replies; default 10,000. */
  readonly timeoutMs?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface Jarvis {
  /** Every documented operation, typed: `api.GET('/api/tasks')`. Returns errors; `orThrow` throws them. */
  readonly api: Client<paths, 'application/json'>;
  /** Asks and waits for the whole answer. Throws JarvisError. */
  ask(message: string, options?: AskOptions): Promise<Answer>;
  /** Asks and yields the reply as it is written; its last event is the whole answer. Throws JarvisError. */
  stream(message: string, options?: AskOptions): AsyncGenerator<ReplyEvent>;
  /** Stores a file of at most 25 MiB, to go with a message: `ask('…', { files: [id] })`. Throws JarvisError. */
  sendFile(name: string, content: Blob): Promise<StoredFile>;
}

/** A reply may take as long as the operator of the service allows; `fetch` itself bounds connecting. */
const replyTimeoutMs = 10 * 60_000;

/** A client of one service. Throws TypeError for an invalid URL or key. */
export function createJarvis({
  url,
  key,
  retries = 2,
  timeoutMs = 10_000,
  fetch = globalThis.fetch,
}: JarvisOptions): Jarvis {
  // Checked here, because later errors would repeat the key.
  if (key !== undefined && !/^[!-~]+$/.test(key)) throw new TypeError('This is no API key.');
  const api = createClient<paths, 'application/json'>({
    baseUrl: new URL(url).href.replace(/\/+$/, ''),
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    fetch: retryingFetch({
      retries,
      timeoutMsOf: ({ url }) => (new URL(url).pathname.endsWith('/jarvis/chat') ? replyTimeoutMs : timeoutMs),
      fetch,
      pause,
    }),
  });
  return {
    api,
    ask: (message, { signal, ...options } = {}) =>
      orThrow(api.POST('/api/jarvis/chat', { body: { message, ...options }, signal: signal ?? null })),
    stream: (message, options = {}) => streamReply(api, message, options),
    sendFile: (name, content) => sendFile(api, name, content),
  };
}
