import type { NoReplyReason } from '@jarvis/contract';
import { APICallError } from 'ai';
import { type DomainError, failed, loggableMessage, timedOut } from '../../errors.ts';
import { ConnectionFailed } from '../../ports/connections.ts';
import type { TurnDeps } from '../../ports/deps.ts';
import { causeOf, type ModelEnd, refusalOf } from './model-run.ts';

/** The caller's error when the model did not answer: in general terms; the log has the cause. */
export function modelFailure({ end, text }: ModelEnd, error?: unknown): DomainError {
  if (end === 'timedOut') return timedOut('The reply took too long. Try again, or ask for less at once.');
  if (end === 'disconnected')
    return failed('The request was cancelled before the reply was complete.', { cause: error });
  if (end === 'complete')
    return failed('The language model answered nothing. Try again.', { reason: 'empty', cause: error });
  const cause = causeOf(error);
  const reason = reasonOf(cause, text);
  const retryAfterSeconds = reason === 'overQuota' ? retryAfterOf(cause) : undefined;
  return failed(messages[reason], { reason, cause: error, retryAfterSeconds });
}

/** Logs chosen fields only: errors of model providers contain the whole prompt, and so people's words. */
export function logModelFailure({ log, model }: TurnDeps, userId: string, end: string, error: unknown): void {
  const cause = causeOf(error);
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

function reasonOf(error: unknown, text: string): ModelFailureReason {
  if (error instanceof ConnectionFailed) return 'keyUnreadable';
  const statusCode = APICallError.isInstance(error) ? error.statusCode : 200;
  if (statusCode !== undefined && refusals[statusCode]) return refusals[statusCode];
  if (statusCode === 413 || tooLong.test(refusalOf(error))) return 'conversationTooLong';
  if (text !== '') return 'cutOff';
  if (statusCode === undefined || statusCode >= 500) return 'unreachable';
  return statusCode < 400 ? 'unusable' : 'refused';
}

/** The provider's `Retry-After`, in whole seconds or as a date; undefined if it is missing, invalid or over a month. */
function retryAfterOf(error: unknown): number | undefined {
  const header = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined;
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return seconds > 0 && seconds < 31 * 86_400 ? Math.ceil(seconds) : undefined;
}

type ModelFailureReason = Exclude<NoReplyReason, 'empty' | 'interrupted' | 'accountFull'>;

const refusals: Readonly<Record<number, ModelFailureReason>> = {
  401: 'keyRefused',
  402: 'overQuota',
  403: 'keyRefused',
  404: 'modelNotFound',
  408: 'unreachable',
  429: 'overQuota',
};

/** How servers call a request beyond the model's context, most of them with a plain `400`. */
const tooLong =
  /context.(?:length|window|size|limit)|(?:prompt|input) (?:is )?too long|input token count|maximum prompt length|too many tokens|less than \d+ tokens|tokens[^.]{0,40}must be <=/i;

const messages: Readonly<Record<ModelFailureReason, string>> = {
  keyRefused: 'The language model refused its key. An operator of this service can change it.',
  keyUnreadable:
    'This service cannot read its key for the language model. An operator of this service can enter it again.',
  modelNotFound: 'The language model was not found. An operator of this service can choose another one.',
  overQuota: 'The language model is busy or out of quota. Try again later.',
  conversationTooLong: 'The conversation is too long for the language model. Begin a new one.',
  refused: 'The language model refused the request. An operator of this service finds the cause in its log.',
  unreachable: 'The language model cannot be reached right now. Try again in a moment.',
  unusable: 'The language model answered something that cannot be used. Try again.',
  cutOff: 'The language model broke off in the middle of its reply. Try again.',
};
