import type { Schedule, ScheduleRun } from '@jarvis/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, CircleAlert, CircleSlash, Clock, LoaderCircle, Minus } from '~icons';
import { pagedList } from '../../data/paged-list.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { failureOf, failureText } from '../../data/service/failure.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import type { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import { ConversationLink } from '../conversation-link.tsx';
import { type Here, momentText } from '../times/due-text.ts';
import type { ScheduleTimes } from './schedule-draft.ts';
import { localText } from './schedule-text.ts';

const pageSize = 10;

/** The runs of a schedule, newest first. */
export function RunHistory({ schedule, here }: { schedule: Schedule; here: Here }) {
  const { id, timeZone } = schedule;
  const query = useInfiniteQuery(
    pagedList({
      queryKey: [...trpc.schedules.runs.pathKey(), id],
      read: (input, options) => rpc.schedules.runs.query({ id, limit: pageSize, ...input }, options),
      rowsOf: ({ runs }) => runs,
      size: pageSize,
    }),
  );
  return (
    <div className="text-sm">
      <p className="font-medium">{t('schedules.history')}</p>
      <Loaded query={query} rows={1}>
        {(runs) =>
          runs.length > 0 ? (
            <ul aria-label={t('schedules.history')} className="mt-1 space-y-2">
              {runs.map((run) => (
                <Run
                  key={run.id}
                  run={run}
                  when={momentText(run.dueAt, { ...here, accountZone: timeZone })}
                />
              ))}
            </ul>
          ) : (
            <p className="mt-1 text-ink-2">{t('schedules.noRuns')}</p>
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </div>
  );
}

const icons: Record<ScheduleRun['state'], Icon> = {
  waiting: Clock,
  running: LoaderCircle,
  done: Check,
  nothing: Minus,
  failed: CircleAlert,
  missed: CircleSlash,
  stopped: CircleSlash,
};

function Run({ run, when }: { run: ScheduleRun; when: string }) {
  const { state, late, error, conversationId } = run;
  const Icon = icons[state];
  const failed = state === 'failed';
  const tokens = run.inputTokens + run.outputTokens;
  return (
    <li className="flex items-start gap-2">
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${failed ? 'text-danger' : state === 'done' ? 'text-accent' : 'text-ink-3'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-2">
          <span className={failed ? 'font-medium text-danger' : 'font-medium text-ink'}>
            {t(`schedules.run.${state}`)}
          </span>
          <span>{late ? `${when} (${t('schedules.late')})` : when}</span>
          {tokens > 0 && (
            <span className="tabular-nums">
              {t('schedules.tokens', { tokens: tokens.toLocaleString(appLocale()) })}
            </span>
          )}
          {conversationId !== null && (
            <ConversationLink id={conversationId}>{t('conversations.open')}</ConversationLink>
          )}
        </p>
        {error !== null && <p className="mt-0.5 text-ink-2">{t(`schedules.reason.${error}`)}</p>}
      </div>
    </li>
  );
}

const shown = 5;

/** The next dates of a repeat. */
export function NextDates({ start, timeZone, repeat, here }: ScheduleTimes & { repeat: string; here: Here }) {
  const wanted = { start, timeZone, repeat, after: new Date(here.nowMs).toISOString(), count: shown };
  const { data, error } = useQuery({
    queryKey: ['next-dates', wanted],
    queryFn: () => rpc.time.occurrences.mutate(wanted),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <p className="text-sm text-danger">{failureText(failureOf(error))}</p>;
  return (
    <div className="text-sm">
      <p className="font-medium">{t('schedules.dates')}</p>
      {data?.occurrences.length === 0 ? (
        <p className="mt-1 text-ink-2">{t('schedules.noDate')}</p>
      ) : (
        <ol aria-label={t('schedules.dates')} className="mt-1 min-h-26 leading-relaxed text-ink-2">
          {data?.occurrences.map(({ local, at }) => (
            <li key={at}>{localText(local, timeZone, here)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
