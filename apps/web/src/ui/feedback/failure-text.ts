import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../../data/connections.ts';
import type { Failure } from '../../data/service/failure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isMendable, sayFailure } from './say-failure.ts';

/** Whether the person can fix it, on the page of connections. */
export function useCanMend(): (failure: Failure) => boolean {
  // The app shell loads it; pages for signed-out people must not.
  const { data } = useQuery({ ...connectionsQuery, enabled: false });
  return ({ reason }) => data?.operator === true && isMendable(reason);
}

/** A failure in words, in the person's language. `at`: its time, in milliseconds since 1970. */
export function useFailureText(): (failure: Failure, at?: number) => string {
  const { t, locale } = useTranslation();
  const canMend = useCanMend();
  return (failure, at = Date.now()) => sayFailure(failure, at, { t, locale, canMend: canMend(failure) });
}
