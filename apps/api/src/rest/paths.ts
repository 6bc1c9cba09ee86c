import type { RequestHandler } from 'express';
import { sendAllowed, sendNotFound } from '../http/answer/errors.ts';
import { documentedOperations } from './operations.ts';

interface KnownPath {
  /** As documented, without `/api`: `/tasks/{id}`. */
  readonly route: string;
  /** Its paths, with the parameters as groups. */
  readonly pattern: RegExp;
  readonly methods: ReadonlySet<string>;
  /** The value of the `Allow` header: HEAD follows GET, OPTIONS is always included. */
  readonly allow: string;
}

/** The handlers of operations outside `appRouter`, by method and documented path: `GET /api/files/{id}/content`. */
export type Handlers = Readonly<Record<`${'GET' | 'POST' | 'PUT'} /api/${string}`, Handler>>;

export type Handler = RequestHandler<PathParameters>;

/** Of all paths; a request has those of its path. */
type PathParameters = Record<'id' | 'n' | 'conversationId', string>;

/**
 * Passes on requests for a known path with one of its methods, in exact spelling: the same case and slashes. Mounted
 * at `/api`, it answers all others with 404 or 405. Rewrites the URL to the documented path, its parameters decoded.
 * `others` are operations outside `appRouter`.
 */
export function onlyKnownPaths(others: Handlers): RequestHandler {
  const find = pathTable(others);
  return (req, res, next) => {
    const [path = ''] = req.url.split('?');
    const known = find(path);
    if (!known) return sendNotFound(res);
    const { route, pattern, methods, allow } = known;
    req.calledRoute = `/api${route}`;
    if (!methods.has(req.method)) return sendAllowed(res, req.method, allow);
    if (route !== path) {
      const sent = Object.entries(pattern.exec(path)?.groups ?? {});
      const parameters = Object.fromEntries(sent.map(([name, value]) => [name, parameterValue(value)]));
      req.pathParameters = parameters;
      req.url = route.replace(parameter, (_, name) => parameters[name] ?? '') + req.url.slice(path.length);
    }
    next();
  };
}

/** Serves a request by the handler of its operation, as one layer: each route that Express tries costs time. */
export function served(handlers: Handlers): RequestHandler {
  const byOperation = new Map(Object.entries<Handler>(handlers));
  return (req, res, next) => {
    const handler = byOperation.get(`${req.method === 'HEAD' ? 'GET' : req.method} ${req.calledRoute}`);
    if (!handler) return next();
    const params = (req.pathParameters ?? {}) as PathParameters;
    return handler(Object.assign(req, { params }), res, next);
  };
}

function pathTable(others: Handlers): (path: string) => KnownPath | undefined {
  const allMethods = new Map<string, string[]>();
  const documented = documentedOperations().map(({ openapi }) => `${openapi.method} /api${openapi.path}`);
  for (const operation of [...Object.keys(others), ...documented]) {
    const [method = '', path = ''] = operation.split(' /api');
    allMethods.set(path, [
      ...(allMethods.get(path) ?? []),
      ...(method === 'GET' ? ['GET', 'HEAD'] : [method]),
    ]);
  }
  const fixed = new Map<string, KnownPath>();
  const withParameter: KnownPath[] = [];
  for (const [route, each] of allMethods) {
    const methods = new Set(each);
    const pattern = new RegExp(`^${route.replace(parameter, '(?<$1>[^/]+)')}$`);
    const known = { route, pattern, methods, allow: [...methods, 'OPTIONS'].join(', ') };
    if (route.includes('{')) withParameter.push(known);
    else fixed.set(route, known);
  }
  return (path) => fixed.get(path) ?? withParameter.find(({ pattern }) => pattern.test(path));
}

const parameter = /\{(\w+)\}/g;

/**
 * A path's parameter, decoded. Characters other than letters, digits, hyphens and underscores make a malformed id,
 * which counts as missing: `-` replaces it.
 */
function parameterValue(segment: string): string {
  if (wellFormed.test(segment)) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    return wellFormed.test(decoded) ? decoded : '-';
  } catch {
    return '-';
  }
}

const wellFormed = /^[\w-]+$/;
