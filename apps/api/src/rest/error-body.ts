import type { ErrorBody } from '@jarvis/contract';
import { describeError } from '@jarvis/core';
import type { TRPCError } from '@trpc/server';
import type { Request, Response } from 'express';

/** Answers with the one body that errors have outside `/trpc`. */
export function sendError(res: Response, status: number, body: ErrorBody): void {
  res.status(status).set('Cache-Control', 'no-store').json(body);
}

/** The body of an error that a procedure threw. Specification: Errors. */
export function errorBodyOf(error: TRPCError, req: Request): ErrorBody {
  const { message, issues } = describeError(error, req.requestId);
  return issues ? { error: message, issues: [...issues] } : { error: message };
}
