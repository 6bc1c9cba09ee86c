import type { Delivery } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagedList } from '../../data/paged-list.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Loaded, RowButton } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';
import { reasonText } from './reason-text.ts';

const pages = pagedList({
  queryKey: trpc.deliveries.list.pathKey(),
  read: (input, options) => rpc.deliveries.list.query(input, options),
  rowsOf: ({ deliveries }) => deliveries,
  size: limits.deliveryListMax,
});

/** The deliveries outside the app, with their targets and results. */
export function Deliveries() {
  const query = useInfiniteQuery(pages);
  const clear = useChange(() => rpc.deliveries.clear.mutate(), {
    refreshes: [trpc.deliveries.list.pathFilter()],
  });
  if (query.data?.length === 0) return <p className="text-ink-2">{t('notify.noDeliveries')}</p>;
  return (
    <Loaded query={query} rows={1}>
      {(deliveries) => (
        <>
          <ul className="divide-y divide-line">
            {deliveries.map(({ id, channel, host, kind, state, createdAt, error: reason }) => (
              <li key={id} className="py-3">
                <p className="wrap-anywhere">
                  {t(`notify.channel.${channel}`)} · {host}
                </p>
                <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
                  <span>{when(createdAt)}</span>
                  <span>{kindText(kind)}</span>
                  <span className={state === 'sent' || state === 'waiting' ? undefined : 'text-danger'}>
                    {t(`notify.state.${state}`)}
                    {reason !== null && `: ${reasonText(reason)}`}
                  </span>
                </p>
              </li>
            ))}
          </ul>
          <LoadMore query={query} />
          <Button className="mt-3" busy={clear.isPending} onClick={() => clear.mutate()}>
            {t('notify.clear')}
          </Button>
        </>
      )}
    </Loaded>
  );
}

const kinds = ['reminder', 'day', 'schedule', 'test'] as const;

/** `reminder.due` in the person's words. */
function kindText(kind: string): string {
  const known = kinds.find((each) => kind.startsWith(each));
  return known === undefined ? kind : t(`notify.kind.${known}`);
}

/** Sends a test to a target, and shows the result, which is also that of the target. */
export function TestButton({ of, send }: { of: string; send: () => Promise<{ delivery: Delivery }> }) {
  const test = useChange(
    async () => {
      const { state, error } = (await send()).delivery;
      showToast({
        text:
          state === 'sent'
            ? t('notify.testSent')
            : t('notify.testFailed', { error: reasonText(error ?? '') }),
      });
    },
    { refreshes: [trpc.deliveries, trpc.webhooks, trpc.push].map(({ list }) => list.pathFilter()) },
  );
  return <RowButton action={t('notify.test')} of={of} busy={test.isPending} onClick={() => test.mutate()} />;
}
