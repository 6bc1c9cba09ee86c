import type { NoReplyReason, RunReason } from '@jarvis/contract';
import type { DomainError } from '../errors.ts';

/** Why a try had no result, by the domain error of its turn; undefined for an unexpected error. */
export function reasonOf(error: DomainError | undefined): RunReason {
  if (error?.details.reason) return reasons[error.details.reason];
  return error?.kind === 'timedOut' ? 'took_too_long' : 'unexpected';
}

const reasons: Readonly<Record<NoReplyReason, RunReason>> = {
  keyRefused: 'key_refused',
  keyUnreadable: 'key_unreadable',
  modelNotFound: 'model_not_found',
  overQuota: 'over_quota',
  conversationTooLong: 'too_long',
  refused: 'model_refused',
  unreachable: 'model_unreachable',
  unusable: 'answer_unusable',
  empty: 'answer_empty',
  cutOff: 'cut_off',
  interrupted: 'interrupted',
  accountFull: 'account_full',
};
