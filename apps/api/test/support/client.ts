import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { checkDocumented } from './documented.ts';

/** A client's view of an answer. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; undefined if the body is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/**
 * The statuses, in order; a 503 counts as `busyAs`. On a fully loaded machine, passwords may wait too long to be
 * hashed, or a statement for its turn: such a caller was counted, and not admitted.
 */
export function statusesOf(answers: readonly ClientAnswer[], busyAs: number): number[] {
  return answers.map(({ status }) => (status === 503 ? busyAs : status)).sort();
}

/** An HTTP client with a cookie jar. Throws for an answer that is not in the OpenAPI document. */
export class Client {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly cookies = new Map<string, string>();

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = headers;
  }

  get = (path: string, headers?: Record<string, string>) => this.request('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    this.request('POST', path, body, headers);
  patch = (path: string, body?: unknown, headers?: Record<string, string>) =>
    this.request('PATCH', path, body, headers);
  delete = (path: string, headers?: Record<string, string>) =>
    this.request('DELETE', path, undefined, headers);

  /** Sends a body as JSON unless it is a string or bytes, which are sent unchanged. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ClientAnswer> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await send(
      this.url + path,
      {
        method,
        headers: {
          'user-agent': 'node',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...this.credentials,
          ...headers,
        },
      },
      raw ? body : JSON.stringify(body),
    );
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie);
    checkDocumented({ method, path, ...answer });
    return answer;
  }

  /** The value of the header `Cookie`, for a request that is sent in another way. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Its headers and cookies. */
  get credentials(): Record<string, string> {
    return { ...(this.cookies.size > 0 && { cookie: this.cookie }), ...this.headers };
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const agent = new Agent({ keepAlive: true });

/** Like `fetch`, which takes twice as much processor time. */
async function send(url: string, options: RequestOptions, body?: string | Uint8Array): Promise<ClientAnswer> {
  const sent = request(url, { agent, ...options });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // The service may answer, and end the connection, before it has read a large body.
  sent.on('error', () => {}).end(body);
  const [answer] = await answered;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  const content = await text(answer);
  return { status: answer.statusCode ?? 0, headers, text: content, body: parse(content) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
