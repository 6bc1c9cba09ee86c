import type { Answer, Context, Credentials, Deps } from '@jarvis/core';
import type { Request, Response } from 'express';
import { readSessionCookie } from './session-cookie.ts';

/** Core's context for one HTTP request. */
export class HttpContext implements Context {
  readonly deps: Deps;
  readonly credentials: Credentials;
  readonly requestId: string;
  readonly requestProblem: string | undefined;
  readonly answer: Answer = {};
  readonly req: Request;
  readonly res: Response;
  #signal: AbortSignal | undefined;

  constructor(deps: Deps, req: Request, res: Response) {
    this.deps = deps;
    this.req = req;
    this.res = res;
    this.requestId = req.requestId;
    this.requestProblem = req.requestProblem;
    this.credentials = {
      bearer: readBearer(req),
      sessionToken: readSessionCookie(req, deps.settings.publicUrl.startsWith('https:')),
    };
    req.context = this;
  }

  get clientAddress(): string {
    return this.req.ip ?? '';
  }

  get userAgent(): string | undefined {
    return this.req.headers['user-agent'];
  }

  /** Made when first asked for: most calls never look. */
  get signal(): AbortSignal {
    if (!this.#signal) {
      const controller = new AbortController();
      this.#signal = controller.signal;
      const res = this.res;
      if (res.destroyed && !res.writableFinished) controller.abort();
      else res.once('close', () => res.writableFinished || controller.abort());
    }
    return this.#signal;
  }
}

/**
 * What follows `Bearer`. Other schemes are ignored: a proxy's Basic password must not lock people out. Two
 * Authorization headers are a malformed key, so that no proxy and we can read a different one.
 */
export function readBearer(req: Request): string | undefined {
  const header = req.headers.authorization;
  if (header === undefined) return undefined;
  const match = /^bearer(?:\s+(.*))?$/i.exec(header);
  if (!match) return undefined;
  const sent = req.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  );
  return sent.length > 1 ? '' : (match[1] ?? '').trim();
}
