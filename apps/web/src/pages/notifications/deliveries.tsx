import type { Delivery } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Loaded } from '../../ui/page/content.tsx';
import { when } from '../../ui/when.tsx';
import { reasonText } from './reason-text.ts';

/** The deliveries outside the app, with their targets and results. */
export function Deliveries() {
  const query = useQuery(trpc.deliveries.list.queryOptions({}));
  const clear = useChange(() => rpc.deliveries.clear.mutate(), {
    refreshes: [trpc.deliveries.list.pathFilter()],
  });
  if (query.data?.deliveries.length === 0) return <p className="text-ink-2">{t('notify.noDeliveries')}</p>;
  return (
    <Loaded query={query} rows={1}>
      {({ deliveries }) => (
        <>
          <ul className="divide-y divide-line">
            {deliveries.map(({ id, channel, host, kind, state, createdAt, error: reason }) => (
              <li key={id} className="py-3">
                <p className="wrap-anywhere">
                  {t(`notify.channel.${channel}`)} · {host}
                </p>
                <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
                  <span>{when(createdAt)}</span>
                  <span>{kind === 'test' ? t('notify.test') : kind}</span>
                  <span className={state === 'sent' || state === 'waiting' ? undefined : 'text-danger'}>
                    {t(`notify.state.${state}`)}
                    {reason !== null && `: ${reasonText(reason)}`}
                  </span>
                </p>
              </li>
            ))}
          </ul>
          <Button className="mt-3" busy={clear.isPending} onClick={() => clear.mutate()}>
            {t('notify.clear')}
          </Button>
        </>
      )}
    </Loaded>
  );
}

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
