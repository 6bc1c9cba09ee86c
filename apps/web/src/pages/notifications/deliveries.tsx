import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, trpc } from '../../data/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { useWhen } from '../../ui/when.tsx';

/** The deliveries outside the app, with their targets and results. */
export function Deliveries() {
  const { t } = useTranslation();
  const when = useWhen();
  const showFailure = useFailureToast();
  const { data, error, refetch } = useQuery(trpc.deliveries.list.queryOptions({}));
  const clear = useMutation(
    trpc.deliveries.clear.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.deliveries.list.pathKey() }),
      onError: showFailure,
    }),
  );
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} />;
  if (data.deliveries.length === 0) return <p className="text-ink-2">{t('notify.noDeliveries')}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {data.deliveries.map(({ id, channel, host, kind, state, createdAt, error: reason }) => (
          <li key={id} className="py-3">
            <p className="wrap-anywhere">
              {t(`notify.channel.${channel}`)} · {host}
            </p>
            <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
              <span>{when(createdAt)}</span>
              <span>{kind === 'test' ? t('notify.test') : kind}</span>
              <span className={state === 'sent' || state === 'waiting' ? undefined : 'text-danger'}>
                {t(`notify.state.${state}`)}
                {reason !== null && `: ${reason}`}
              </span>
            </p>
          </li>
        ))}
      </ul>
      <Button className="mt-3" busy={clear.isPending} onClick={() => clear.mutate()}>
        {t('notify.clear')}
      </Button>
    </>
  );
}
