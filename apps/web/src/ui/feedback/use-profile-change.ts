import type { User } from '@jarvis/contract';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { showChange } from '../../data/service/session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFailureText } from './failure-text.ts';
import { showToast } from './toast.tsx';

/** Changes the profile: shown at once, reverted when it could not be stored. */
export function useProfileChange() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return useMutation(
    trpc.account.updateProfile.mutationOptions({
      // One after another, because each answer is the whole profile.
      scope: { id: 'profile' },
      onMutate: (change) => showChange(change as Partial<User>),
      onSuccess: ({ user }, _change, end) => end(user),
      onError: (error, _change, end) => {
        end?.();
        const failure = failureOf(error);
        showToast({
          text: failure.kind === 'failed' ? t('common.saveFailed') : failureText(failure),
          tone: 'danger',
        });
      },
    }),
  );
}
