import { DomainError } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import type { ErrorRequestHandler } from 'express';
import { errorBody, sendError } from '../http/answer/errors.ts';
import { type OpenAiError, openAiError } from '../http/answer/openai-error.ts';

/** Maps failures that have their own form for clients of OpenAI's API; the rest is answered as usual. */
export const answerV1Failure: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent || !(error instanceof TRPCError)) return next(error);
  // Every retry gets the same answer.
  if (req.answer?.replayed) res.setHeader('X-Should-Retry', 'false');
  const { cause } = error;
  if (req.bodyTooLarge && cause instanceof DomainError && cause.kind === 'badRequest')
    return sendError(res, 413, errorBody(cause.message));
  if (cause instanceof DomainError && cause.details.reason === 'conversationTooLong')
    return sendError(res, 400, tooLong);
  next(error);
};

/** OpenAI's code and words: clients shorten their request when they see either. */
const tooLong: OpenAiError = {
  error: {
    ...openAiError(400, errorBody('Your input exceeds the context window of this model.')).error,
    code: 'context_length_exceeded',
  },
};
