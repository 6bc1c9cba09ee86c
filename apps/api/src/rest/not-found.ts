import type { RequestHandler } from 'express';
import { sendError } from '../http/error-body.ts';
import { pathTable } from './paths.ts';

/** Answers under `/api` what is not a call of a procedure (calls.ts): OPTIONS, other methods, other paths. */
export function refuseOtherPaths(): RequestHandler {
  const find = pathTable();
  return (req, res) => {
    const known = find(req.path);
    // One with a method that is served was not taken for a call: there is more to it than its path.
    if (!known || known.procedures.has(req.method))
      return sendError(res, 404, { error: 'There is nothing at this path.' });
    req.calledRoute = `/api${known.route}`;
    res.setHeader('Allow', known.allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else sendError(res, 405, { error: `This path answers to ${known.allow}.` });
  };
}
