import type { Answer } from '@jarvis/core';

/** What we note on a request. */
declare module 'node:http' {
  interface IncomingMessage {
    /** `X-Request-Id`: the caller's, or a new one. */
    requestId: string;
    /** What is wrong with the body or the query, raised after the checks that come first. */
    requestProblem?: string;
    /** Whether that is its size. */
    bodyTooLarge?: boolean;
    /** The documented route or the procedures that were called, for log and metrics. */
    calledRoute?: string;
    /** What the procedure told beside its result, once one was reached. */
    answer?: Answer;
  }
}
