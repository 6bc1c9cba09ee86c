import type { Request, RequestHandler } from 'express';
import { operationOf } from '../http/paths.ts';
import { bodyBytesMax, bodyReceiver, chatBodyBytesMax, parseObject } from '../http/request/request-body.ts';
import { documentedOperations } from './operations.ts';

/** For Express's `query parser`: every value in a list, so that empty and repeated ones can be recognised. */
export function parseQuery(text: string | null): Record<string, string[]> {
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(`?${text ?? ''}`)) {
    query[name] = [...(query[name] ?? []), value];
  }
  return query;
}

/**
 * Parses the query for trpc-to-openapi, and prepares the body for the ladder, which receives it after the credential.
 * Never answers: an error in the query is noted, and the procedure raises it after credential, restriction and rate
 * limit.
 */
export const readInput: RequestHandler = (req, res, next) => {
  const problem = queryProblem(req);
  if (problem !== undefined) req.requestProblem = problem;
  const optional = documentedOperations.get(operationOf(req))?.documentation?.optional;
  if (req.method === 'GET' || req.method === 'HEAD') {
    if (optional) req.url = withoutOptional(req, optional);
    return next();
  }
  const bytesMax = req.calledRoute === '/api/jarvis/chat' ? chatBodyBytesMax : bodyBytesMax;
  const parse = optional ? (text: string) => onlyOnRequest(parseObject(text), req, optional) : parseObject;
  req.receiveBody = bodyReceiver(req, res, bytesMax, parse);
  // trpc-to-openapi reads these as the body and its type.
  req.sentType = req.headers['content-type'];
  req.body = {};
  req.headers['content-type'] = 'application/json';
  next();
};

/** From the query; the last of several, which are refused as repeated. */
const includeOf = (req: Request) => (req.query as Record<string, string[]>).include?.at(-1);

/** A body with the query's `include`, and without fields that need it. */
function onlyOnRequest(body: Record<string, unknown>, req: Request, optional: readonly string[]) {
  const include = includeOf(req);
  const hidden = new Set(include === undefined ? ['include', ...optional] : ['include']);
  const fields = Object.entries(body).filter(([name]) => !hidden.has(name));
  return { ...Object.fromEntries(fields), ...(include === undefined ? {} : { include }) };
}

/** The same for a query. */
function withoutOptional(req: Request, optional: readonly string[]): string {
  const [path, text] = req.url.split(/\?(.*)/s);
  const query = new URLSearchParams(text);
  if (includeOf(req) !== undefined || !optional.some((name) => query.has(name))) return req.url;
  for (const name of optional) query.delete(name);
  return `${path}?${query}`;
}

function queryProblem(req: Request): string | undefined {
  const mark = req.url.indexOf('?');
  if (mark < 0) return undefined;
  try {
    decodeURIComponent(req.url.slice(mark + 1));
  } catch {
    return 'The query has broken percent-encoding.';
  }
  const repeated = Object.entries(req.query as Record<string, string[]>).find(
    ([, values]) => values.length > 1,
  );
  return repeated && `\`${repeated[0]}\` must be given once.`;
}
