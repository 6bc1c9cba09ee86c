import { useMemo } from 'react';
import { useAccountZone } from '../../data/time-zone.ts';
import { appLocale } from '../../i18n/translate.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Here } from './due-text.ts';

/** The person's place in time, updated each minute: the same value in between. */
export function useHere(): Here {
  const accountZone = useAccountZone();
  const nowMs = useNow().getTime();
  const locale = appLocale();
  return useMemo(() => ({ accountZone, nowMs, locale }), [accountZone, nowMs, locale]);
}
