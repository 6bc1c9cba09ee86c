import { RotateCw } from '~icons';
import { failureOf, failureText } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../button.tsx';

/** A failed load, in words, with a retry. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-2xl border border-line bg-raised px-6 py-8 text-center">
      <p className="font-medium">{t('failure.title')}</p>
      <p className="mt-1 text-ink-2">{failureText(failureOf(error))}</p>
      <Button className="mt-4" onClick={onRetry}>
        <RotateCw className="size-4" /> {t('common.tryAgain')}
      </Button>
    </div>
  );
}
