import { type Deps, describeError } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ErrorRequestHandler } from 'express';
import { sendError } from '../http/errors.ts';
import { answerHeaders } from '../http/response-headers.ts';
import { logFailure } from '../observability/log.ts';

/** The error of a rate-limited or failed call, in OAuth's format. */
export const answerProgramFailure =
  ({ log, settings }: Deps): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (!(error instanceof TRPCError) || !['/token', '/register', '/revoke'].includes(req.path))
      return next(error);
    logFailure(log, error, { requestId: req.requestId, callerHasLeft: req.socket.destroyed });
    const status = getHTTPStatusCodeFromError(error);
    const code = status === 429 || status === 503 ? 'temporarily_unavailable' : 'server_error';
    const { message } = describeError(error, req.requestId);
    sendError(
      res,
      status,
      { error: code, error_description: message },
      answerHeaders(req.answer, settings.secure, error),
    );
  };
