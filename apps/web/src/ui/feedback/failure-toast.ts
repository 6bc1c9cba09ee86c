import { failureOf } from '../../data/service/failure.ts';
import { useFailureText } from './failure-text.ts';
import { showToast } from './toast.tsx';

/** Says in a notice why a call failed. The end of the session has its dialog, which the notice would outlive. */
export function useFailureToast(): (error: unknown) => void {
  const failureText = useFailureText();
  return (error) => {
    const failure = failureOf(error);
    if (failure.kind !== 'unauthenticated') showToast({ text: failureText(failure), tone: 'danger' });
  };
}
