import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureOf } from '../data/failure.ts';
import { useFailureText } from '../data/failure-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { StatusPage } from '../ui/status-page.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <StatusPage title={t('shell.notFound')} text={t('shell.notFoundText')}>
      <Link to="/" className={`${buttonClasses({ variant: 'primary' })} mt-8`}>
        {t('shell.home')}
      </Link>
    </StatusPage>
  );
}

const retryMs = 3_000;

/** Something failed, or could not be loaded at all. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const text = useFailureText();
  const failure = failureOf(error);
  // An unreachable part is requested again until it arrives.
  useEffect(() => {
    if (!failure.passing) return;
    const retry = setInterval(() => void router.invalidate().then(reset), retryMs);
    return () => clearInterval(retry);
  }, [failure.passing, router, reset]);
  return (
    <StatusPage title={t(failure.kind === 'failed' ? 'failure.crash' : 'failure.title')} text={text(failure)}>
      <Button
        variant="primary"
        className="mt-8"
        onClick={() => {
          // A chunk of an older version is gone from the server: only a reload brings the new version.
          if (failure.kind === 'failed') location.reload();
          else void router.invalidate().then(reset);
        }}
      >
        {t(failure.kind === 'failed' ? 'failure.reload' : 'common.tryAgain')}
      </Button>
    </StatusPage>
  );
}
