import type { Deps } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import type { ErrorRequestHandler } from 'express';
import { failureOf, sendError } from '../http/answer/errors.ts';
import { refusalPage } from './refusal-page.ts';

/** The error of a rate-limited or failed call: in OAuth's format for a program, as a page for a person. */
export const answerProgramFailure =
  ({ log }: Deps): ErrorRequestHandler =>
  (error, req, res, next) => {
    const isPage = req.path === '/authorize';
    if (!(error instanceof TRPCError) || !(isPage || ['/token', '/register', '/revoke'].includes(req.path)))
      return next(error);
    const { status, body } = failureOf(log, error, req);
    const isPassing = status === 429 || status === 503 || status === 403;
    if (isPage && isPassing) return res.status(status).type('html').send(refusalPage(req, 'busy'));
    if (isPage) return next(error);
    const code = isPassing ? 'temporarily_unavailable' : 'server_error';
    // A restricted account is a 503, because programs discard their tokens at a 4xx.
    sendError(res, status === 403 ? 503 : status, { error: code, error_description: body.error });
  };
