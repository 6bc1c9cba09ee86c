import type { Answer, Context, Credentials, Deps } from '@jarvis/core';
import type { Request, Response } from 'express';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Core's context for one HTTP request. Every field is its own, none a getter: the ladder's rungs hand on a copy
 * of the context, and a copy has no getters.
 */
export class HttpContext implements Context {
  readonly deps: Deps;
  readonly credentials: Credentials;
  readonly clientAddress: string;
  readonly userAgent: string | undefined;
  readonly requestId: string;
  readonly requestProblem: string | undefined;
  readonly signal: AbortSignal;
  readonly answer: Answer = {};
  readonly req: Request;
  readonly res: Response;

  constructor(deps: Deps, req: Request, res: Response) {
    this.deps = deps;
    this.req = req;
    this.res = res;
    this.clientAddress = req.ip ?? '';
    this.userAgent = req.headers['user-agent'];
    this.requestId = req.requestId;
    this.requestProblem = req.requestProblem;
    this.credentials = {
      bearer: readBearer(req),
      sessionToken: readSessionCookie(req, deps.settings.publicUrl.startsWith('https:')),
    };
    this.signal = signalOf(res);
    req.context = this;
  }
}

/** Aborts when the client goes away before it has the whole answer. */
function signalOf(res: Response): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed && !res.writableFinished) controller.abort();
  else res.once('close', () => res.writableFinished || controller.abort());
  return controller.signal;
}

/**
 * What follows `Bearer`. Other schemes are ignored: a proxy's Basic password must not lock people out. Two
 * Authorization headers are a malformed key, so that no proxy and we can read a different one.
 */
export function readBearer(req: Request): string | undefined {
  const header = req.headers.authorization;
  if (header === undefined) return undefined;
  const sent = req.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  );
  if (sent.length > 1) return '';
  const match = /^bearer(?:\s+(.*))?$/i.exec(header);
  return match ? (match[1] ?? '').trim() : undefined;
}
