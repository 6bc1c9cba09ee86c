import { failureOf } from '../../data/service/failure.ts';
import { failureText } from './failure-text.ts';
import { showToast } from './toast.tsx';

/** Says in a notice why a call failed. The end of the session has its dialog, which the notice would outlive. */
export function showFailure(error: unknown): void {
  const failure = failureOf(error);
  if (failure.kind !== 'unauthenticated') showToast({ text: failureText(failure) });
}
