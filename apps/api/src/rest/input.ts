import type { Request, RequestHandler } from 'express';
import { bodyBytesMax, bodyReceiver, chatBodyBytesMax, parseObject } from './request-body.ts';

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
  if (req.method === 'GET' || req.method === 'HEAD') return next();
  const bytesMax = req.calledRoute === '/api/jarvis/chat' ? chatBodyBytesMax : bodyBytesMax;
  req.receiveBody = bodyReceiver(req, res, bytesMax, parseObject);
  // trpc-to-openapi reads these as the body and its type.
  req.sentType = req.headers['content-type'];
  req.body = {};
  req.headers['content-type'] = 'application/json';
  next();
};

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
