import type { CalendarFeed } from '@jarvis/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import CalendarDays from '~icons/calendar-days';
import Plus from '~icons/plus';
import { queryClient, trpc } from '../data/client.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFailureToast } from '../ui/failure-toast.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Empty, PartHeading, Skeleton } from '../ui/page.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { showToast } from '../ui/toast.tsx';
import { useWhen } from '../ui/when.tsx';

/** The secret addresses for calendar programs. */
export function CalendarAddresses() {
  const { t } = useTranslation();
  const showFailure = useFailureToast();
  const [created, setCreated] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null);
  const { data, error, isPending, refetch } = useQuery(trpc.calendarFeeds.list.queryOptions());
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.calendarFeeds.list.pathKey() });
  const create = useMutation(
    trpc.calendarFeeds.create.mutationOptions({
      onSuccess: ({ url }) => {
        setCreated(url);
        void refresh();
      },
      onError: showFailure,
    }),
  );
  const revoke = useMutation(
    trpc.calendarFeeds.revoke.mutationOptions({
      onSuccess: () => {
        showToast({ text: t('calendar.revokedToast') });
        void refresh();
      },
      onError: showFailure,
      onSettled: () => setRevoking(null),
    }),
  );
  return (
    <section className="mt-12 border-t border-line pt-8">
      <PartHeading id="calendar" className="font-display text-lg font-semibold">
        {t('calendar.title')}
      </PartHeading>
      <p className="mt-2 leading-relaxed text-pretty text-ink-2">{t('calendar.lead')}</p>
      <div className="mt-4 mb-6 flex flex-wrap gap-2">
        {(['events', 'tasks'] as const).map((form) => (
          <Button
            key={form}
            busy={create.isPending && create.variables.form === form}
            onClick={() => create.mutate({ form })}
          >
            <Plus className="size-4" aria-hidden /> {t(`calendar.create.${form}`)}
          </Button>
        ))}
      </div>
      {isPending ? (
        <Skeleton rows={2} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data.calendarFeeds.length === 0 ? (
        <Empty icon={<CalendarDays />} title={t('calendar.empty')} />
      ) : (
        <ul className="divide-y divide-line">
          {data.calendarFeeds.map((feed) => (
            <Row key={feed.id} feed={feed} onRevoke={() => setRevoking(feed)} />
          ))}
        </ul>
      )}
      {created !== null && (
        <ShownOnce
          title={t('calendar.created')}
          description={t('calendar.createdText')}
          secret={created}
          copyLabel={t('calendar.copy')}
          doneLabel={t('keys.done')}
          onClose={() => setCreated(null)}
        />
      )}
      <Confirm
        open={revoking !== null}
        title={t('calendar.revokeTitle')}
        text={t('calendar.revokeText')}
        action={t('keys.revoke')}
        busy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate({ id: revoking.id })}
        onClose={() => setRevoking(null)}
      />
    </section>
  );
}

function Row({ feed, onRevoke }: { readonly feed: CalendarFeed; readonly onRevoke: () => void }) {
  const { t } = useTranslation();
  const when = useWhen();
  const { form, prefix, createdAt, readAt, revokedAt } = feed;
  const name = t(`calendar.form.${form}`);
  return (
    <li className="flex items-center gap-3 py-3.5">
      <div className={cx('min-w-0 flex-1', revokedAt !== null && 'text-ink-3')}>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{name}</span>
          <code className="font-mono text-sm text-ink-3">{prefix}…</code>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{t('keys.createdAt', { when: when(createdAt) })}</span>
          <span>
            {revokedAt !== null
              ? t('keys.revoked', { when: when(revokedAt) })
              : readAt !== null
                ? t('calendar.lastRead', { when: when(readAt) })
                : t('calendar.neverRead')}
          </span>
        </p>
      </div>
      {revokedAt === null && (
        <Button
          size="small"
          variant="dangerQuiet"
          aria-label={`${t('keys.revoke')}: ${name} ${prefix}…`}
          onClick={onRevoke}
        >
          {t('keys.revoke')}
        </Button>
      )}
    </li>
  );
}
