import type { RequestHandler } from 'express';

/** Keeps a person's answer out of every cache. */
export const neverStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
