import type { Context } from '@jarvis/core';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { sendAllowed, sendNotFound } from './answer/errors.ts';

interface KnownPath {
  /** As documented: `/api/tasks/{id}`. */
  readonly route: string;
  /** Its paths, with the parameters as groups. */
  readonly pattern: RegExp;
  readonly methods: ReadonlySet<string>;
  /** The value of the `Allow` header: HEAD follows GET, OPTIONS is always included. */
  readonly allow: string;
}

/** The handlers of operations outside `appRouter`, by method and documented path: `GET /api/files/{id}/content`. */
export type Handlers = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Handler>>;

/** `context` is that of the request as it is then: its body and its problems may be set before. */
export type Handler = (
  context: () => Context,
  req: Request<PathParameters>,
  res: Response,
  next: NextFunction,
) => unknown;

/** Of all paths; a request has those of its path. */
type PathParameters = Record<'id' | 'n' | 'conversationId' | 'model', string>;

/**
 * Passes on requests for a known path with one of its methods, in exact spelling: the same case and slashes; answers all
 * others with 404 or 405. Makes a HEAD a GET, of whose answer Node omits the body. Rewrites the URL to the documented
 * path, its parameters decoded.
 */
export function onlyKnownPaths(operations: readonly string[]): RequestHandler {
  const find = pathTable(operations);
  return (req, res, next) => {
    const [path = ''] = `${req.baseUrl}${req.url}`.split('?');
    const known = find(path);
    if (!known) {
      req.calledRoute = `${req.baseUrl}/(other)`;
      return sendNotFound(res);
    }
    const { route, pattern, methods, allow } = known;
    req.calledRoute = route;
    req.isHead = req.method === 'HEAD';
    if (req.isHead) req.method = 'GET';
    if (!methods.has(req.method)) return sendAllowed(res, req.method, allow);
    if (route.includes('{')) {
      const sent = Object.entries(pattern.exec(path)?.groups ?? {});
      const parameters = Object.fromEntries(sent.map(([name, value]) => [name, decoded(value)]));
      req.pathParameters = parameters;
      const plain = route.replace(
        parameter,
        (_, name) => wellFormed.exec(parameters[name] ?? '')?.[0] ?? '-',
      );
      req.url = `${plain}${req.originalUrl.slice(path.length)}`.slice(req.baseUrl.length);
    }
    next();
  };
}

/** Serves a request by the handler of its operation, as one layer: each route that Express tries costs time. */
export function served(
  handlers: Handlers,
  contextOf: (req: Request, res: Response) => Context,
): RequestHandler {
  const byOperation = new Map(Object.entries<Handler>(handlers));
  return (req, res, next) => {
    const handler = byOperation.get(operationOf(req));
    if (!handler) return next();
    const params = (req.pathParameters ?? {}) as PathParameters;
    return handler(() => contextOf(req, res), Object.assign(req, { params }), res, next);
  };
}

/** The operation that a request calls, by method and documented path. */
export const operationOf = ({ method, calledRoute }: Request): string => `${method} ${calledRoute}`;

function pathTable(operations: readonly string[]): (path: string) => KnownPath | undefined {
  const byRoute = Map.groupBy(operations, (operation) => operation.split(' ')[1] ?? '');
  const all = [...byRoute].map(([route, each]): KnownPath => {
    const methods = new Set(each.flatMap((operation) => operation.split(' ')[0] ?? []));
    const allowed = [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    const pattern = new RegExp(`^${route.replace(parameter, '(?<$1>[^/]+)')}$`);
    return { route, pattern, methods, allow: [...allowed, 'OPTIONS'].join(', ') };
  });
  const fixed = new Map(all.map((known) => [known.route, known]));
  const withParameter = all.filter(({ route }) => route.includes('{'));
  return (path) => fixed.get(path) ?? withParameter.find(({ pattern }) => pattern.test(path));
}

const parameter = /\{(\w+)\}/g;

/** A path's parameter. One that cannot be decoded or stored is malformed, and so names nothing. */
function decoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? '-' : text;
  } catch {
    return '-';
  }
}

/** What ids consist of. In the URL, `-` replaces a malformed one: it may be another path. */
const wellFormed = /^[\w-]+$/;
