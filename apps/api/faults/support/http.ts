import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly ms: number;
}

/** No complete answer: the connection was refused or reset, or the time was over. */
export class NoAnswer extends Error {
  readonly code: string;
  readonly ms: number;
  /** False when certainly nothing reached the server. */
  readonly sent: boolean;
  constructor(code: string, ms: number, sent: boolean) {
    super(`no answer: ${code} after ${Math.round(ms)} ms`);
    this.name = 'NoAnswer';
    this.code = code;
    this.ms = ms;
    this.sent = sent;
  }
}

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly timeoutMs?: number;
  readonly agent?: Agent | false;
}

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 256 });

/** One request, with the figures for a load generator. Throws `NoAnswer`. */
export function call(
  url: string,
  { method = 'GET', body, headers, timeoutMs = 15_000, agent }: Call = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const ms = () => performance.now() - startedAt;
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const req = httpRequest(url, {
      method,
      agent: agent === undefined ? sharedAgent : agent,
      headers: {
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...headers,
      },
    });
    const timer = setTimeout(
      () => req.destroy(Object.assign(new Error('time is over'), { code: 'TIMEOUT' })),
      timeoutMs,
    );
    const fail = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(new NoAnswer(error.code ?? error.message, ms(), error.code !== 'ECONNREFUSED'));
    };
    req.once('error', fail);
    req.once('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.once('error', fail);
      res.once('end', () => {
        clearTimeout(timer);
        if (!res.complete) return fail(Object.assign(new Error('cut off'), { code: 'CUT_OFF' }));
        const whole = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          text: whole,
          body: parse(whole),
          ms: ms(),
        });
      });
    });
    req.end(text);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
