import type { Context } from '@jarvis/core';

/** What our middleware notes on Express's request. */
declare global {
  namespace Express {
    interface Request {
      /** `X-Request-Id`: the caller's, or a new one. */
      requestId: string;
      /** What is wrong with the body or the query, told after the checks that come first. */
      requestProblem?: string;
      /** The documented route or the procedures that were called, for the log. */
      calledRoute?: string;
      /** Core's context, once a procedure was reached. */
      context?: Context;
    }
  }
}
