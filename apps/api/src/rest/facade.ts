import { appRouter, type Deps } from '@jarvis/core';
import type { TRPCError } from '@trpc/server';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi';
import { writeAnswerHeaders } from '../answer-headers.ts';
import { HttpContext } from '../context.ts';
import { logFailure } from '../log.ts';
import { parseObject, readBody } from '../request-body.ts';
import { errorBodyOf, sendError } from './error-body.ts';
import { pathTable } from './paths.ts';
import { bodyBytesMax, chatBodyBytesMax, successStatuses } from './statuses.ts';

/**
 * The documented REST paths, each answered by its procedure through trpc-to-openapi. What that package leaves
 * open is done here: exact paths and methods, readable bodies and queries, statuses, headers, the error body.
 * Mounted at `/api`.
 */
export function restFacade(deps: Deps): Router {
  const facade = Router();
  facade.use(matchPath());
  facade.use(readBodyOf((req) => (req.path === '/jarvis/chat' ? chatBodyBytesMax : bodyBytesMax)));
  facade.use(giveReadable);
  facade.use(callProcedure(deps));
  return facade;
}

/** Answers for paths and methods that are not documented; HEAD goes on as the GET it stands for. */
function matchPath(): RequestHandler {
  const find = pathTable();
  return (req, res, next) => {
    const known = find(req.path);
    if (!known) return sendError(res, 404, { error: 'There is nothing at this path.' });
    req.calledRoute = `/api${known.route}`;
    if (req.method === 'OPTIONS') {
      res.status(204).set('Allow', known.allow).end();
      return;
    }
    if (req.method === 'HEAD' && known.procedures.has('GET')) req.method = 'GET';
    if (known.procedures.has(req.method)) return next();
    res.set('Allow', known.allow);
    sendError(res, 405, { error: `This path answers to ${known.allow}.` });
  };
}

function readBodyOf(bytesMaxOf: (req: Request) => number): RequestHandler {
  const readers = new Map(
    [bodyBytesMax, chatBodyBytesMax].map((max) => [max, Router().use(...readBody(max))]),
  );
  return (req, res, next) => {
    if (req.method === 'GET') return next();
    readers.get(bytesMaxOf(req))?.(req, res, next);
  };
}

/** Puts body, query and path into the form that trpc-to-openapi reads, and notes what cannot be read. */
const giveReadable: RequestHandler = (req, _res, next) => {
  const [path = '', queryText] = req.url.split(/\?(.*)/s);
  Object.defineProperty(req, 'query', { value: readQuery(req, queryText) });
  req.url = decodePath(path);
  if (req.method !== 'GET') {
    const body = parseObject(typeof req.body === 'string' ? req.body : '');
    if (!body) req.requestProblem ??= 'The body must be a JSON object.';
    req.body = body ?? {};
    // trpc-to-openapi wants this header even where there is no body; what was sent has been checked.
    req.headers['content-type'] = 'application/json';
  }
  next();
};

/** Values by name; an empty one in an array, which trpc-to-openapi unpacks, because it drops an empty string. */
function readQuery(req: Request, text: string | undefined): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  if (text === undefined || text === '') return query;
  try {
    decodeURIComponent(text);
  } catch {
    req.requestProblem ??= 'The query has broken percent-encoding.';
    return query;
  }
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in query) req.requestProblem ??= `\`${name}\` must be given once.`;
    query[name] = value === '' ? [''] : value;
  }
  return query;
}

/**
 * The path with its parameters decoded, which trpc-to-openapi leaves out. One with anything but letters, digits,
 * hyphens and underscores is a malformed id, and so a missing one: `-` stands for it, lest it be read as `..`, as
 * the beginning of a query, or as the id that it begins with.
 */
function decodePath(path: string): string {
  return path.split('/').map(decodeSegment).join('/');
}

function decodeSegment(segment: string): string {
  if (/^[\w-]*$/.test(segment)) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    return /^[\w-]+$/.test(decoded) ? decoded : '-';
  } catch {
    return '-';
  }
}

function callProcedure(deps: Deps): RequestHandler {
  const handle = createOpenApiNodeHttpHandler({
    router: appRouter,
    createContext: ({ req, res }) => new HttpContext(deps, req as Request, res as Response),
    responseMeta({ paths, errors, ctx }) {
      const context = ctx as HttpContext;
      const error: TRPCError | undefined = errors[0];
      writeAnswerHeaders(context.res, context, error);
      context.res.setHeader('Cache-Control', 'no-store');
      if (!error) return { status: successStatuses[paths?.[0] ?? ''] ?? 200 };
      logFailure(deps.log, error, context);
      replaceBody(context.res, JSON.stringify(errorBodyOf(error, context.req)));
      return {};
    },
  });
  return (req, res, next) => {
    handle(req, res, next).catch(next);
  };
}

/** trpc-to-openapi has no say over the body of an error, so what it is about to send is replaced. */
function replaceBody(res: Response, body: string): void {
  const { end } = res;
  res.end = (() => end.call(res, body, 'utf8')) as typeof end;
}
