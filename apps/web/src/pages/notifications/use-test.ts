import type { Delivery } from '@jarvis/contract';
import { useMutation } from '@tanstack/react-query';
import { queryClient, trpc } from '../../data/service/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFailureToast } from '../../ui/feedback/failure-toast.ts';
import { showToast } from '../../ui/feedback/toast.tsx';

/** Sends a test, and shows the result. */
export function useTest(send: () => Promise<{ delivery: Delivery }>) {
  const { t } = useTranslation();
  const showFailure = useFailureToast();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ delivery: { state, error } }) => {
      if (state === 'sent') showToast({ text: t('notify.testSent') });
      else showToast({ text: t('notify.testFailed', { error: error ?? '' }), tone: 'danger' });
    },
    onError: showFailure,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.deliveries.list.pathKey() }),
  });
}
