import type { ErrorKind } from '@jarvis/contract';
import { asDomainError, DomainError, type ErrorDetails } from '../errors.ts';

/** The errors for a taken key. */
export const idempotencyRefusals = {
  underWay: 'The request with this `Idempotency-Key` is still running. Try again in a moment.',
  otherRequest: 'This `Idempotency-Key` was used for another request. Send a new one.',
  gone: 'The result of this request was deleted.',
} as const;

/** The outcome of a request, as stored. */
export type KeptOutcome<Result> = { readonly result: Result } | KeptError;

export interface KeptError {
  readonly error: Pick<DomainError, 'kind' | 'message'> & Omit<ErrorDetails, 'cause'>;
}

/** Errors that are not results of the work: the same request may succeed later. */
const passing: readonly ErrorKind[] = ['unauthenticated', 'restricted', 'tooMany', 'unavailable', 'mismatch'];

/** The stored form of an error; undefined for one that is not a result. `requestId` is that of the failed request. */
export function keptError(error: unknown, requestId: string): KeptError | undefined {
  const told = asDomainError(error);
  if (!told || passing.includes(told.kind) || told.details.reason === 'accountFull') return undefined;
  const { kind, message, details } = told;
  return { error: { kind, message, ...details, requestId } };
}

/** Returns the result, or throws the stored error. */
export function resultOf<Result>(outcome: KeptOutcome<Result>): Result {
  if ('result' in outcome) return outcome.result;
  const { kind, message, ...details } = outcome.error;
  throw new DomainError(kind, message, details);
}
