import type { Delivery } from '@jarvis/contract';
import { trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { reasonText } from './reason-text.ts';

/** Sends a test, and shows the result. */
export function useTest(send: () => Promise<{ delivery: Delivery }>) {
  return useChange(
    async () => {
      const { state, error } = (await send()).delivery;
      showToast({
        text:
          state === 'sent'
            ? t('notify.testSent')
            : t('notify.testFailed', { error: reasonText(error ?? '') }),
      });
    },
    { refreshes: [trpc.deliveries.list.pathFilter()] },
  );
}
