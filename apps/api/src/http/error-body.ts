import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '@jarvis/contract';
import { describeError } from '@jarvis/core';
import type { TRPCError } from '@trpc/server';

/** Answers with the one body that errors have outside `/trpc`. */
export function sendError(res: ServerResponse, status: number, body: ErrorBody): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}

/** The body of an error that a procedure threw. Specification: Errors. */
export function errorBodyOf(error: TRPCError, req: IncomingMessage): ErrorBody {
  const { message, issues } = describeError(error, req.requestId);
  return issues ? { error: message, issues: [...issues] } : { error: message };
}
