import { RotateCw } from '~icons';
import { failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../button.tsx';
import { failureText } from './failure-text.ts';

interface LoadFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly title?: string;
}

/** A failed load, in words, with a retry. */
export function LoadFailed({ error, onRetry, title }: LoadFailedProps) {
  return (
    <div role="alert" className="rounded-2xl border border-line bg-raised px-6 py-8 text-center">
      <p className="font-medium">{title ?? t('failure.title')}</p>
      <p className="mt-1 text-ink-2">{failureText(failureOf(error))}</p>
      <Button className="mt-4" onClick={onRetry}>
        <RotateCw className="size-4" /> {t('common.tryAgain')}
      </Button>
    </div>
  );
}
