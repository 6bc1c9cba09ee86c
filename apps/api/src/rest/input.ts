import { type RequestHandler, Router } from 'express';
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
export function readInput(): Router {
  const router = Router();
  router.use(checkQuery);
  const [small, large] = [readBody(bodyBytesMax), readBody(chatBodyBytesMax)];
  const routes = { small: Router().use(...small), large: Router().use(...large) };
  router.use((req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const read = req.calledRoute === '/api/jarvis/chat' ? routes.large : routes.small;
    read(req, res, next);
  });
  router.use(takeFields);
  return router;
}

const checkQuery: RequestHandler = (req, _res, next) => {
  const mark = req.url.indexOf('?');
  if (mark < 0) return next();
  try {
    decodeURIComponent(req.url.slice(mark + 1));
  } catch {
    req.requestProblem ??= 'The query has broken percent-encoding.';
  }
  for (const [name, values] of Object.entries(req.query as Record<string, string[]>)) {
    if (values.length > 1) req.requestProblem ??= `\`${name}\` must be given once.`;
  }
  next();
};

/** The body's fields; a body that is not there has none. trpc-to-openapi asks for a content type all the same. */
const takeFields: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next();
  const fields = parseObject(typeof req.body === 'string' ? req.body : '');
  if (!fields) req.requestProblem ??= 'The body must be a JSON object.';
  req.body = fields ?? {};
  req.headers['content-type'] = 'application/json';
  next();
};
