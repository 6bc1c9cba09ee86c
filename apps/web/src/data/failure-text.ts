import { useQuery } from '@tanstack/react-query';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { trpc } from './client.ts';
import type { Failure } from './failure.ts';

/** What only an operator can mend, on the page of connections. */
const mendable = ['keyRefused', 'keyUnreadable', 'modelNotFound', 'refused'] as const;
type Mendable = (typeof mendable)[number];

const isMendable = (reason: Failure['reason']): reason is Mendable => mendable.some((one) => one === reason);

/** Whether the person can mend it themselves, on the page of connections. */
export function useCanMend(): (failure: Failure) => boolean {
  // Whatever is around each page asks for it; pages for people who are not signed in must not.
  const { data } = useQuery(trpc.setup.connections.queryOptions(undefined, { enabled: false }));
  return ({ reason }) => data?.operator === true && isMendable(reason);
}

/** Says a failure in words, in the person's language. `at`: when it failed, in milliseconds since 1970. */
export function useFailureText(): (failure: Failure, at?: number) => string {
  const { t, locale } = useTranslation();
  const canMend = useCanMend();
  return (failure, at = Date.now()) => {
    const { reason, retryAfterSeconds } = failure;
    if (reason === 'overQuota' && retryAfterSeconds !== undefined) {
      const until = new Date(at + retryAfterSeconds * 1_000);
      if (until.getTime() <= Date.now()) return t('failure.tooManyNow');
      return t('noReply.overQuotaUntil', { time: timeText(until, locale) });
    }
    if (isMendable(reason) && canMend(failure)) return t(`noReply.forOperator.${reason}`);
    if (reason) return t(`noReply.${reason}`);
    switch (failure.kind) {
      case 'badRequest':
      case 'mismatch':
        return t('failure.badRequest', { message: failure.issues[0]?.message ?? failure.message });
      case 'conflict':
        return t('failure.conflict', { message: failure.message });
      case 'tooMany':
        return waitText(failure.retryAfterSeconds ?? 0, t);
      default:
        return t(`failure.${failure.kind}`);
    }
  };
}

/** How long to wait after too many requests: in seconds, or in minutes when it is long. */
export function waitText(seconds: number, t: Translate): string {
  if (seconds <= 0) return t('failure.tooMany');
  return seconds < 100
    ? t('failure.tooManyIn', { count: seconds })
    : t('failure.tooManyInMinutes', { count: Math.ceil(seconds / 60) });
}

/** The time of day, and the date where it is another day. */
function timeText(time: Date, locale: string): string {
  return time.toLocaleString(locale, {
    ...(time.toDateString() !== new Date().toDateString() && { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
}
