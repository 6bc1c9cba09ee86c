import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { Button } from '../button.tsx';
import { Logo } from '../logo.tsx';
import { useTitle } from './use-title.ts';

interface StatusPageProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
}

/** A page that only says something, and what to do next. */
export function StatusPage({ title, text, children }: StatusPageProps) {
  useTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <Logo className="mb-8 size-10" />
      <h1 className="font-display text-3xl font-semibold">{title}</h1>
      {text && <p className="mt-3 max-w-md leading-relaxed text-ink-2">{text}</p>}
      {children}
    </main>
  );
}

/** Something failed outside the router. */
export function BrokenPage() {
  return (
    <StatusPage title={t('failure.crash')}>
      <Button variant="primary" className="mt-8" onClick={() => location.reload()}>
        {t('failure.reload')}
      </Button>
    </StatusPage>
  );
}

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
