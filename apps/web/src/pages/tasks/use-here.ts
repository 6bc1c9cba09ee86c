import { useAccountZone } from '../../data/time-zone.ts';
import { appLocale } from '../../i18n/translate.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Here } from './due-text.ts';

/** The person's place in time, updated each minute. */
export function useHere(): Here {
  const locale = appLocale();
  return { accountZone: useAccountZone(), nowMs: useNow().getTime(), locale };
}
