import type { RequestHandler } from 'express';
import { sendAllowed } from './errors.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE';

/** Names the route for the log. Passes on its methods; answers all others, and OPTIONS, with the list of them. */
export const servedAt =
  (route: string, ...methods: readonly Method[]): RequestHandler<Record<string, string>> =>
  (req, res, next) => {
    req.calledRoute = route;
    if (methods.some((method) => method === req.method)) next();
    else sendAllowed(res, req.method, [...methods, 'OPTIONS'].join(', '));
  };
