import type { RequestHandler } from 'express';
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
  // Express parses it anew each time.
  const query = req.query as Record<string, string[]>;
  req.requestProblem = queryProblem(req.url, query);
  // The last of several, which are refused as repeated.
  const include = query.include?.at(-1);
  const optional = documentedOperations.get(operationOf(req))?.documentation?.optional ?? [];
  const hidden = include === undefined ? optional : [];
  if (req.method === 'GET') {
    if (hidden.some((name) => name in query)) req.url = withoutHidden(req.url, hidden);
    return next();
  }
  const bytesMax = req.calledRoute === '/api/jarvis/chat' ? chatBodyBytesMax : bodyBytesMax;
  req.receiveBody = bodyReceiver(req, res, bytesMax, (text) => {
    const body = parseObject(text);
    if (optional.length === 0) return body;
    // It counts in the query alone.
    delete body.include;
    for (const name of hidden) delete body[name];
    return include === undefined ? body : { ...body, include };
  });
  // trpc-to-openapi reads these as the body and its type.
  req.sentType = req.headers['content-type'];
  req.body = {};
  req.headers['content-type'] = 'application/json';
  next();
};

/** Fields that need `include` are ignored without it, like unknown ones. */
function withoutHidden(url: string, hidden: readonly string[]): string {
  const [path, text] = url.split(/\?(.*)/s);
  const query = new URLSearchParams(text);
  for (const name of hidden) query.delete(name);
  return `${path}?${query}`;
}

function queryProblem(url: string, query: Record<string, string[]>): string | undefined {
  const mark = url.indexOf('?');
  if (mark < 0) return undefined;
  try {
    decodeURIComponent(url.slice(mark + 1));
  } catch {
    return 'The query has broken percent-encoding.';
  }
  for (const name in query) if ((query[name]?.length ?? 0) > 1) return `\`${name}\` must be given once.`;
  return undefined;
}
