import { type Request, type RequestHandler, Router } from 'express';
import { bodyBytesMax, chatBodyBytesMax, parseObject, readBody } from './request-body.ts';

/** For Express's `query parser`: every value in a list, so that an empty one and a repeated one can be told. */
export function parseQuery(text: string | null): Record<string, string[]> {
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(`?${text ?? ''}`)) {
    query[name] = [...(query[name] ?? []), value];
  }
  return query;
}

/**
 * Makes query and body readable for trpc-to-openapi. Never answers: what is wrong is noted for the procedure, which
 * raises it after credential, restriction and rate limit.
 */
export function readInput(): RequestHandler {
  const small = Router().use(...readBody(bodyBytesMax), takeFields);
  const large = Router().use(...readBody(chatBodyBytesMax), takeFields);
  return (req, res, next) => {
    const problem = queryProblem(req);
    if (problem !== undefined) req.requestProblem ??= problem;
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const read = req.calledRoute === '/api/jarvis/chat' ? large : small;
    read(req, res, next);
  };
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

/** The body's fields; a body that is not there has none. trpc-to-openapi asks for a content type all the same. */
export const takeFields: RequestHandler = (req, _res, next) => {
  const fields = parseObject(typeof req.body === 'string' ? req.body : '');
  if (!fields) req.requestProblem ??= 'The body must be a JSON object.';
  req.body = fields ?? {};
  req.headers['content-type'] = 'application/json';
  next();
};
