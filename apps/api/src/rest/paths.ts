import type { RequestHandler } from 'express';
import { sendAllowed, sendNotFound } from '../http/answer/errors.ts';
import { documentedOperations } from './operations.ts';

interface KnownPath {
  /** As documented, without `/api`: `/tasks/{id}`. */
  readonly route: string;
  readonly methods: ReadonlySet<string>;
  /** The value of the `Allow` header: HEAD follows GET, OPTIONS is always included. */
  readonly allow: string;
}

/**
 * Passes on requests for a known path with one of its methods, in exact spelling: the same case and slashes. Mounted
 * at `/api`, it answers all others with 404 or 405. Rewrites the URL to the documented path, its parameters decoded.
 * `others` are operations outside `appRouter`.
 */
export function onlyKnownPaths(others: readonly RestOperation[]): RequestHandler {
  const find = pathTable(others);
  return (req, res, next) => {
    const [path = ''] = req.url.split('?');
    const known = find(path);
    if (!known) return sendNotFound(res);
    req.calledRoute = `/api${known.route}`;
    if (!known.methods.has(req.method)) return sendAllowed(res, req.method, known.allow);
    if (known.route !== path) req.url = fill(known.route, path) + req.url.slice(path.length);
    next();
  };
}

export type RestOperation = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string];

/** Serves these operations with `routes`, as one layer for all others: each route that Express tries costs time. */
export function only(operations: readonly RestOperation[], routes: RequestHandler): RequestHandler {
  const known = new Set<string | undefined>(operations.map(([, path]) => `/api${path}`));
  return (req, res, next) => (known.has(req.calledRoute) ? routes(req, res, next) : next());
}

function pathTable(others: readonly RestOperation[]): (path: string) => KnownPath | undefined {
  const allMethods = new Map<string, string[]>();
  const documented = documentedOperations().map(({ openapi }) => [openapi.method, openapi.path] as const);
  for (const [method, path] of [...others, ...documented]) {
    allMethods.set(path, [
      ...(allMethods.get(path) ?? []),
      ...(method === 'GET' ? ['GET', 'HEAD'] : [method]),
    ]);
  }
  const fixed = new Map<string, KnownPath>();
  const withParameter: { readonly pattern: RegExp; readonly known: KnownPath }[] = [];
  for (const [route, each] of allMethods) {
    const methods = new Set(each);
    const known = { route, methods, allow: [...methods, 'OPTIONS'].join(', ') };
    if (route.includes('{'))
      withParameter.push({ pattern: new RegExp(`^${route.replaceAll(parameter, '[^/]+')}$`), known });
    else fixed.set(route, known);
  }
  return (path) => fixed.get(path) ?? withParameter.find(({ pattern }) => pattern.test(path))?.known;
}

const parameter = /\{\w+\}/g;

function fill(route: string, path: string): string {
  const sent = path.split('/');
  return route
    .split('/')
    .map((segment, index) => (segment.startsWith('{') ? parameterValue(sent[index] ?? '') : segment))
    .join('/');
}

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
