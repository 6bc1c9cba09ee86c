import { TRPCClientError } from '@trpc/client';
import { useEffect } from 'react';
import { failureOf, failureText } from '../data/service/failure.ts';
import { t } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { StatusPage } from '../ui/page/status-page.tsx';

export function NotFoundPage() {
  return (
    <StatusPage title={t('shell.notFound')} text={t('shell.notFoundText')}>
      <LinkButton to="/" variant="primary" className="mt-8">
        {t('shell.home')}
      </LinkButton>
    </StatusPage>
  );
}

const retryMs = 3_000;

/** Something failed, or could not be loaded at all. */
export function CrashPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error);
  // An unreachable part is requested again until it arrives.
  useEffect(() => {
    if (!failure.passing) return;
    const retry = setInterval(onRetry, retryMs);
    return () => clearInterval(retry);
  }, [failure.passing, onRetry]);
  return (
    <StatusPage
      title={t(failure.kind === 'failed' ? 'failure.crash' : 'failure.title')}
      text={error instanceof TRPCClientError ? failureText(failure) : undefined}
    >
      <Button
        variant="primary"
        className="mt-8"
        onClick={() => {
          // A chunk of an older version is gone from the server: only a reload brings the new version.
          if (failure.kind === 'failed') location.reload();
          else onRetry();
        }}
      >
        {t(failure.kind === 'failed' ? 'failure.reload' : 'common.tryAgain')}
      </Button>
    </StatusPage>
  );
}
