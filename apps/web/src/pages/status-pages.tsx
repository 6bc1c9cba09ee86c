import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureOf } from '../data/failure.ts';
import { useFailureText } from '../data/failure-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

/** While the first answer is pending: a quiet logo. */
export function PendingPage() {
  const { t } = useTranslation();
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

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <Logo className="mb-8 size-10" />
      <h1 className="font-display text-3xl font-semibold">{t('shell.notFound')}</h1>
      <p className="mt-3 text-ink-2">{t('shell.notFoundText')}</p>
      <Link to="/" className={`${buttonClasses({ variant: 'primary' })} mt-8`}>
        {t('shell.home')}
      </Link>
    </main>
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
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <Logo className="mb-8 size-10" />
      <h1 className="font-display text-3xl font-semibold">
        {t(failure.kind === 'failed' ? 'failure.crash' : 'failure.title')}
      </h1>
      <p className="mt-3 max-w-md leading-relaxed text-ink-2">{text(failure)}</p>
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
    </main>
  );
}
