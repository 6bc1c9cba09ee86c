import { failureOf } from '../data/failure.ts';
import { useFailureText } from '../data/failure-text.ts';
import { showToast } from './toast.tsx';

/** Says in a notice why a call failed. */
export function useFailureToast(): (error: unknown) => void {
  const failureText = useFailureText();
  return (error) => showToast({ text: failureText(failureOf(error)), tone: 'danger' });
}
