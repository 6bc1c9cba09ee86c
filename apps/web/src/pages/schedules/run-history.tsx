import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Check from '~icons/check';
import CircleAlert from '~icons/circle-alert';
import CircleSlash from '~icons/circle-slash';
import Clock from '~icons/clock';
import LoaderCircle from '~icons/loader-circle';
import Minus from '~icons/minus';
import { rpc, trpc } from '../../data/client.ts';
import type { ShownRun, ShownSchedule } from '../../data/schedules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { Icon } from '../../ui/icon.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/page.tsx';
import { type Here, momentText } from '../tasks/due-text.ts';

const pageSize = 10;

/** The runs of a schedule, newest first. */
export function RunHistory({ schedule, here }: { readonly schedule: ShownSchedule; readonly here: Here }) {
  const { t } = useTranslation();
  const { id, timeZone } = schedule;
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...trpc.schedules.runs.pathKey(), id],
    queryFn: ({ pageParam }) =>
      rpc.schedules.runs.query({ id, limit: pageSize, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ runs }) => (runs.length < pageSize ? undefined : runs.at(-1)?.id),
  });
  const runs = data?.pages.flatMap((page) => page.runs);
  return (
    <div className="text-sm">
      <p className="font-medium">{t('schedules.history')}</p>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !runs ? (
        <Skeleton rows={1} className="mt-2" />
      ) : runs.length === 0 ? (
        <p className="mt-1 text-ink-2">{t('schedules.noRuns')}</p>
      ) : (
        <ul aria-label={t('schedules.history')} className="mt-1 space-y-2">
          {runs.map((run) => (
            <Run key={run.id} run={run} when={momentText(run.dueAt, { ...here, accountZone: timeZone })} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="small" className="mt-3" busy={isFetching} onClick={() => void fetchNextPage()}>
          {t('schedules.older')}
        </Button>
      )}
    </div>
  );
}

const icons: Record<ShownRun['state'], Icon> = {
  waiting: Clock,
  running: LoaderCircle,
  done: Check,
  nothing: Minus,
  failed: CircleAlert,
  missed: CircleSlash,
  stopped: CircleSlash,
};

function Run({ run, when }: { readonly run: ShownRun; readonly when: string }) {
  const { t, locale } = useTranslation();
  const { state, late, error, conversationId } = run;
  const Icon = icons[state];
  const failed = state === 'failed';
  const tokens = run.inputTokens + run.outputTokens;
  return (
    <li className="flex items-start gap-2">
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${failed ? 'text-danger' : state === 'done' ? 'text-accent' : 'text-ink-3'}`}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-2">
          <span className={failed ? 'font-medium text-danger' : 'font-medium text-ink'}>
            {t(`schedules.run.${state}`)}
          </span>
          <span>{late ? `${when} (${t('schedules.late')})` : when}</span>
          {tokens > 0 && (
            <span className="tabular-nums">
              {t('schedules.tokens', { tokens: tokens.toLocaleString(locale) })}
            </span>
          )}
          {conversationId !== null && (
            <Link
              to="/c/$conversationId"
              params={{ conversationId }}
              className="tap inline-flex items-center font-medium text-accent hover:underline"
            >
              {t('conversations.open')}
            </Link>
          )}
        </p>
        {error !== null && <p className="mt-0.5 text-ink-2">{t(`schedules.reason.${error}`)}</p>}
      </div>
    </li>
  );
}
