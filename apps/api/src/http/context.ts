import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Context, Credentials, Deps, Identity } from '@jarvis/core';
import { readSessionCookie } from './session-cookie.ts';

/** Core's context for one HTTP request. */
export class HttpContext<
  Req extends IncomingMessage = IncomingMessage,
  Res extends ServerResponse = ServerResponse,
> implements Context
{
  readonly deps: Deps;
  readonly credentials: Credentials;
  readonly requestId: string;
  readonly requestProblem: string | undefined;
  readonly answer: Answer = {};
  caller: Promise<Identity | undefined> | undefined;
  readonly req: Req;
  readonly res: Res;
  #signal: AbortSignal | undefined;

  constructor(deps: Deps, req: Req, res: Res) {
    this.deps = deps;
    this.req = req;
    this.res = res;
    this.requestId = req.requestId;
    this.requestProblem = req.requestProblem;
    this.credentials = { bearer: readBearer(req), sessionToken: readSessionCookie(req, req.site.secure) };
    req.context = this;
  }

  get clientAddress(): string {
    return this.req.site.addressOf(this.req);
  }

  get userAgent(): string | undefined {
    return this.req.headers['user-agent'];
  }

  /** Aborts when the client goes away before it has the whole answer. Made when first asked for: few calls look. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.res);
    return this.#signal;
  }
}

function signalOf(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed && !res.writableFinished) controller.abort();
  else res.once('close', () => res.writableFinished || controller.abort());
  return controller.signal;
}

const bearerScheme = /^bearer(?:\s+(.*))?$/i;

/**
 * What follows `Bearer`. Other schemes are ignored: a proxy's Basic password must not lock people out. Two
 * Authorization headers are a malformed key, so that no proxy and we can read a different one.
 */
export function readBearer({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  let sent = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 13 && name.toLowerCase() === 'authorization') sent += 1;
  }
  if (sent > 1) return '';
  const match = bearerScheme.exec(header);
  return match ? (match[1] ?? '').trim() : undefined;
}
