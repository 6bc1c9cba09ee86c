import type { Answer } from '@jarvis/core';
import type { Site } from './public-origin.ts';

/** What we note on a request. */
declare module 'node:http' {
  interface IncomingMessage {
    /** Where the service stands, as far as requests show it. */
    site: Site;
    /** `X-Request-Id`: the caller's, or a new one. */
    requestId: string;
    /** What is wrong with the body or the query, told after the checks that come first. */
    requestProblem?: string;
    /** The documented route or the procedures that were called, for the log. */
    calledRoute?: string;
    /** What was told beside the result, once a procedure was reached. */
    answer?: Answer;
  }
}
