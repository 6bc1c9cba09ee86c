import type { ErrorKind } from '@jarvis/contract';
import { asDomainError, DomainError, type ErrorDetails } from '../errors.ts';

/** What is said of a key that is taken. */
export const idempotencyRefusals = {
  underWay: 'The request with this `Idempotency-Key` is still being worked on. Try again in a moment.',
  otherRequest: 'This `Idempotency-Key` was used for another request. Send a new one.',
  gone: 'What this request made was deleted since.',
} as const;

/** What came of a request, as it is kept. */
export type Outcome<Result> = { readonly result: Result } | KeptError;

export interface KeptError {
  readonly error: Pick<DomainError, 'kind' | 'message'> & Omit<ErrorDetails, 'cause'>;
}

/** Errors that are no result of the work: the same request may well succeed another time. */
const passing: readonly ErrorKind[] = ['unauthenticated', 'restricted', 'tooMany', 'unavailable', 'mismatch'];

/** The error as it is kept; undefined for one that is no result. `requestId` is that of the request it happened in. */
export function keptError(error: unknown, requestId: string): KeptError | undefined {
  const told = asDomainError(error);
  if (!told || passing.includes(told.kind) || told.reason === 'accountFull') return undefined;
  const { kind, message, issues, retryAfterSeconds, reason } = told;
  return { error: { kind, message, issues, retryAfterSeconds, reason, requestId } };
}

/** Rejects with what is no result. */
export async function outcomeOf<Result>(
  work: () => Promise<Result>,
  requestId: string,
): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    const told = keptError(error, requestId);
    if (!told) throw error;
    return told;
  }
}

/** The result, or throws the error that came in its place. */
export function resultOf<Result>(outcome: Outcome<Result>): Result {
  if ('result' in outcome) return outcome.result;
  const { kind, message, ...details } = outcome.error;
  throw new DomainError(kind, message, details);
}
