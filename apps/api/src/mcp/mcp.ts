import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '@jarvis/core';
import { type Request as ExpressRequest, type RequestHandler, Router } from 'express';
import { contextOf, readBearer } from '../http/context.ts';
import { refuseForeignOrigin } from '../http/csrf.ts';
import { sendAllowed } from '../http/errors.ts';
import { gate } from '../http/gate.ts';
import { bodyReceiver, chatBodyBytesMax } from '../rest/request-body.ts';

/** The Model Context Protocol, Streamable HTTP, for programs with an API key. Without sessions or streams to listen on. */
export function mcp(deps: Deps): Router {
  const mcpRouter = Router();
  mcpRouter.use((req, res, next) => {
    req.calledRoute = '/mcp';
    if (req.method === 'POST') next();
    else sendAllowed(res, req.method, 'POST, OPTIONS');
  });
  mcpRouter.use(refuseForeignOrigin(deps.settings.publicUrl), answer(deps));
  return mcpRouter;
}

const answer =
  (deps: Deps): RequestHandler =>
  async (req, res) => {
    // A key alone: a cookie is what a browser sends unasked.
    const context = { ...contextOf(deps, req, res), credentials: { bearer: readBearer(req) } };
    let body = '';
    const receiveBody = bodyReceiver(req, res, chatBodyBytesMax, (text) => {
      body = text;
      return {};
    });
    // What every message of the protocol asks first, whatever its method.
    const caller = await gate.createCaller({ ...context, receiveBody }).enter();
    // With all that the protocol takes, it is loaded when somebody speaks it.
    const { serveMessage } = await import('./server.ts');
    const request = webRequest(req, body, deps.settings.publicUrl, context.signal);
    const response = await serveMessage(request, { ...context, caller });
    res.writeHead(response.status, { ...Object.fromEntries(response.headers), 'Cache-Control': 'no-store' });
    // A stream's first event may be long in coming; a client waits less long to hear that it is one.
    res.flushHeaders();
    if (response.body) await pipeline(Readable.fromWeb(response.body), res);
    else res.end();
  };

/** The request as the web's standard has it. */
function webRequest(req: ExpressRequest, body: string, publicUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) headers.set(name, String(value));
  return new Request(new URL('/mcp', publicUrl), { method: 'POST', headers, body, signal });
}
