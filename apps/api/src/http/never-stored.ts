import type { RequestHandler } from 'express';

/** Keeps the answer, which is one person's, out of every cache. */
export const neverStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
