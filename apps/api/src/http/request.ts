import type { Answer, Context } from '@jarvis/core';

/** What we note on a request. */
declare module 'node:http' {
  interface IncomingMessage {
    /** `X-Request-Id`: the caller's, or a new one. */
    requestId: string;
    /** What is wrong with the query, or with what tRPC reads itself; raised after the checks that come first. */
    requestProblem?: string;
    /** Takes the body once the caller is known. */
    receiveBody?: Context['receiveBody'];
    /** Whether the body was larger than the caller may send. */
    bodyTooLarge?: boolean;
    /** The client sends the body when it is told to (`Expect: 100-continue`). */
    awaitsContinue?: true;
    /** The documented route or the procedures that were called, for log and metrics. */
    calledRoute?: string;
    /** What the procedure told beside its result, once one was reached. */
    answer?: Answer;
  }
}
