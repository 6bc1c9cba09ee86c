import { t } from '../../i18n/translate.ts';
import { Logo } from '../logo.tsx';

/** While the first answer is pending: a quiet logo. */
export function PendingPage() {
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="flex h-full min-h-60 items-center justify-center"
    >
      <Logo className="size-10 animate-breathe" />
    </div>
  );
}
