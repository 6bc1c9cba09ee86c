import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { rpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import type { Here } from '../times/due-text.ts';
import type { ScheduleTimes } from './schedule-draft.ts';
import { localText } from './schedule-text.ts';

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
