import { useTranslation } from '../i18n/use-translation.ts';
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
        return failure.retryAfterSeconds
          ? t('failure.tooManyIn', { count: failure.retryAfterSeconds })
          : t('failure.tooMany');
      default:
        return t(`failure.${failure.kind}`);
    }
  };
}
