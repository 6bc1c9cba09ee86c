import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Context, Deps } from '@jarvis/core';
import type { Request } from 'express';
import { readToken, sessionName } from '../cookies.ts';
import { networkOf } from './network.ts';

/** Core's context for a request. `signal` aborts when the client leaves before it has the whole response. */
export function contextOf(deps: Deps, req: Request, res: ServerResponse): Context {
  // One for the whole request: each procedure of a batch may extend the session, which sets one cookie.
  req.answer ??= {};
  return {
    deps,
    credentials: {
      bearer: readBearer(req),
      sessionToken: readToken(req, sessionName, deps.settings.publicUrl),
      account: req.get('jarvis-account'),
    },
    clientNetwork: networkOf(addressOf(req)),
    userAgent: req.headers['user-agent'],
    requestId: req.requestId,
    requestProblem: req.requestProblem,
    receiveBody: req.receiveBody,
    signal: signalOf(res),
    answer: req.answer,
  };
}

/** The same with the request's `Idempotency-Key`, for operations that a client may repeat. Specification: Idempotency. */
export function repeatableContextOf(deps: Deps, req: Request, res: ServerResponse): Context {
  return Object.assign(contextOf(deps, req, res), { idempotencyKey: req.get('idempotency-key') });
}

/**
 * The client's address, according to the trusted proxies. Some proxies write it with a port, which is removed (rate
 * limit evasion); an invalid address is replaced by that of the proxy.
 */
function addressOf({ ip = '', socket }: Request): string {
  const address = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip)?.slice(1).find(Boolean) ?? ip;
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}

function signalOf(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (res.destroyed && !res.writableFinished) controller.abort();
  else res.on('close', () => res.writableFinished || controller.abort());
  return controller.signal;
}

const bearerScheme = /^bearer(?:\s+(.*))?$/i;

/**
 * The text after `Bearer`. Other schemes are ignored: a proxy's Basic password must not lock people out. Two
 * Authorization headers are a malformed key, so that no proxy and we can read a different one.
 */
export function readBearer({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const header = headers.authorization;
  if (header === undefined) return undefined;
  // Names and values in turn; Node drops all but the first value from `headers`.
  const given = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'authorization');
  if (given.length > 1) return '';
  const match = bearerScheme.exec(header);
  return match ? (match[1] ?? '').trim() : undefined;
}
