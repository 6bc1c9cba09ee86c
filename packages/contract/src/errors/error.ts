import { z } from 'zod';

/** Specification: Errors. `issues` is present only when fields of the request were refused. */
export const errorBody = z
  .object({
    error: z.string().describe('One sentence that a person can act on.'),
    issues: z
      .array(
        z.object({
          path: z.string().describe('The field, with dots between levels; empty for the request as a whole.'),
          message: z.string().describe('What is accepted there.'),
        }),
      )
      .optional()
      .describe('The refused fields, one by one; only with a `400`.'),
  })
  .meta({ id: 'Error', description: 'The body of every error.' });
export type ErrorBody = z.infer<typeof errorBody>;

/** The kind of an error, the same for every transport. */
export type ErrorKind =
  | 'badRequest'
  | 'unauthenticated'
  | 'restricted'
  | 'notFound'
  | 'conflict'
  /** The Idempotency-Key was used for another request. */
  | 'mismatch'
  | 'tooMany'
  | 'unavailable'
  | 'timedOut'
  | 'failed';

/** Why there is no reply from the language model. */
export type NoReplyReason =
  | 'keyRefused'
  /** The stored key was encrypted with another installation's key. */
  | 'keyUnreadable'
  | 'modelNotFound'
  | 'overQuota'
  | 'conversationTooLong'
  | 'refused'
  | 'unreachable'
  | 'unusable'
  | 'empty'
  /** The reply broke off after a part of it had been shown. */
  | 'cutOff'
  /** The process that wrote the reply ended. */
  | 'interrupted'
  /** The account has no room for a message. */
  | 'accountFull';
