import { APICallError, RetryError } from 'ai';
import { type DomainError, failed, loggableMessage, timedOut } from '../../errors.ts';
import type { Deps } from '../../ports.ts';
import type { ModelEnd } from './model-run.ts';

/** What the caller is told when the model did not answer: in general terms; the log has the cause. */
export function modelFailure(end: ModelEnd['end'], error?: unknown): DomainError {
  if (end === 'timedOut') return timedOut('The reply took too long. Try again, or ask for less at once.');
  if (end === 'disconnected')
    return failed('The request was cancelled before the reply was complete.', error);
  return failed(wording(lastOf(error)), error);
}

/** Logs chosen fields only: the errors of model providers hold the whole prompt, and so people's words. */
export function logModelFailure({ log, model }: Deps, userId: string, end: string, error: unknown): void {
  const cause = lastOf(error);
  log.error(
    {
      userId,
      model: model.name,
      end,
      ...(cause instanceof Error && { error: cause.name, message: loggableMessage(cause) }),
      ...(cause instanceof APICallError && { status: cause.statusCode, retryable: cause.isRetryable }),
    },
    'the model did not answer',
  );
}

function wording(error: unknown): string {
  const statusCode = APICallError.isInstance(error) ? error.statusCode : 200;
  if (statusCode !== undefined && statusCode < 400) {
    return 'The language model answered something that cannot be used. Try again.';
  }
  if (statusCode === undefined || statusCode >= 500) {
    return 'The language model cannot be reached right now. Try again in a moment.';
  }
  return refusals[statusCode] ?? 'The language model refused the request. Tell the operator of this service.';
}

const refusals: Record<number, string> = {
  401: 'The language model refused its key. Tell the operator of this service.',
  403: 'The language model refused its key. Tell the operator of this service.',
  404: 'The language model was not found. Tell the operator of this service.',
  408: 'The language model took too long. Try again in a moment.',
  413: 'The conversation is too long for the language model. Begin a new one.',
  429: 'The language model is busy or out of quota. Try again later.',
};

const lastOf = (error: unknown): unknown => (RetryError.isInstance(error) ? error.lastError : error);
