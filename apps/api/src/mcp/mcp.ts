import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Deps, isGrantToken, refusals } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { type RequestHandler, Router } from 'express';
import { challenge, missingScope } from '../authorization-server/metadata.ts';
import { errorBody, sendError } from '../http/answer/errors.ts';
import { servedAt } from '../http/answer/served-at.ts';
import { refuseForeignOrigin } from '../http/browser/csrf.ts';
import { contextOf, readBearer } from '../http/request/context.ts';
import { gate } from '../http/request/gate.ts';
import { bodyReceiver, chatBodyBytesMax } from '../http/request/request-body.ts';

/**
 * The Model Context Protocol, Streamable HTTP, for programs with an API key or a grant. Without sessions, and without
 * streams to listen on.
 */
export function mcp(deps: Deps): Router {
  const { publicUrl } = deps.settings;
  return Router().use(servedAt('/mcp', 'POST'), refuseForeignOrigin(publicUrl), answer(deps));
}

const answer =
  (deps: Deps): RequestHandler =>
  async (req, res) => {
    const { connect, publicUrl } = deps.settings;
    const bearer = readBearer(req);
    const isGrant = connect && bearer !== undefined && isGrantToken(bearer);
    // No cookie: browsers send cookies without the person's intent.
    const credentials = isGrant ? { grant: bearer } : { bearer };
    const context = { ...contextOf(deps, req, res), credentials };
    let body = '';
    const receiveBody = bodyReceiver(req, res, chatBodyBytesMax, (text) => {
      body = text;
      return {};
    });
    // Every message needs a credential, with any method.
    const caller = await gate
      .createCaller({ ...context, receiveBody })
      .enterGranted()
      .catch((error: unknown) => {
        // A program with an invalid key is not asked to sign in: some programs would omit the key from then on.
        const isUnauthenticated = error instanceof TRPCError && error.code === 'UNAUTHORIZED';
        if (isUnauthenticated && connect && (isGrant || bearer === undefined))
          res.setHeader('WWW-Authenticate', challenge(publicUrl, isGrant ? 'invalid_token' : undefined));
        throw error;
      });
    // Loaded on first use, because the protocol's libraries are large.
    const { scopeAsked, serveMessage } = await import('./server.ts');
    const scope = caller.via === 'grant' && scopeAsked(body);
    if (scope && !caller.scopes.includes(scope)) {
      res.setHeader('WWW-Authenticate', missingScope(publicUrl, [...caller.scopes, scope]));
      return sendError(res, 403, errorBody(refusals.notGranted));
    }
    const sent = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const { signal } = context;
    const request = new Request(new URL('/mcp', publicUrl), { method: 'POST', headers: sent, body, signal });
    const response = await serveMessage(request, { ...context, caller });
    // The library keeps every connection open, also for a client that asks to close it and waits for that.
    const { connection: _, ...headers } = Object.fromEntries(response.headers);
    res.writeHead(response.status, { ...headers, 'Cache-Control': 'no-store' });
    // A stream's first event may take long, and clients wait less for the response headers.
    res.flushHeaders();
    if (response.body) await pipeline(Readable.fromWeb(response.body), res);
    else res.end();
  };
