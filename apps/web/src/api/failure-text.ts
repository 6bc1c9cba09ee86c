import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import type { Failure } from './failure.ts';

/** Says a failure in words, in the person's language. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation();
  return (failure) => {
    switch (failure.kind) {
      case 'badRequest':
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
