import type { AnswerDetails, Context } from '@jarvis/core';

declare module 'node:http' {
  interface IncomingMessage {
    /** `X-Request-Id`: the caller's, or a new one. */
    requestId: string;
    /** The error in the query, or in the part that tRPC parses itself; raised after the earlier checks. */
    requestProblem?: string | undefined;
    /** Receives the body once the caller is known. */
    receiveBody?: Context['receiveBody'];
    /** Whether the method was HEAD, of an operation that is answered as GET. */
    isHead?: boolean;
    /** The content type as it was sent. */
    sentType?: string | undefined;
    /** Whether the body exceeded the caller's limit. */
    bodyTooLarge?: boolean;
    /** The client waits for `100 Continue` before it sends the body. */
    awaitsContinue?: true;
    /** The documented route or the called procedures, for log and metrics. */
    calledRoute?: string;
    /** Of the documented route, decoded. */
    pathParameters?: Readonly<Record<string, string>>;
    /** The procedure's results beside its output, once one was called. */
    answer?: AnswerDetails;
  }
}
