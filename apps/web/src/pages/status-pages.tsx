import { TRPCClientError } from '@trpc/client';
import { Component, type ReactNode, useEffect } from 'react';
import { failureOf } from '../data/service/failure.ts';
import { t } from '../i18n/translate.ts';
import { Link } from '../routing/link.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { failureText } from '../ui/feedback/failure-text.ts';
import { StatusPage } from '../ui/page/status-page.tsx';

export function NotFoundPage() {
  return (
    <StatusPage title={t('shell.notFound')} text={t('shell.notFoundText')}>
      <Link to="/" className={`${buttonClasses({ variant: 'primary' })} mt-8`}>
        {t('shell.home')}
      </Link>
    </StatusPage>
  );
}

interface Failure {
  readonly error: unknown;
}

interface CrashBoundaryProps {
  /** A new one is tried again after a failure. */
  readonly opened: unknown;
  /** It could not be opened. */
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** Wraps a page: shows one in its place if it fails, or could not be opened. */
export class CrashBoundary extends Component<CrashBoundaryProps, { opened: unknown; crash?: Failure }> {
  override state: { opened: unknown; crash?: Failure } = { opened: this.props.opened };

  static getDerivedStateFromError(error: unknown): { crash: Failure } {
    return { crash: { error } };
  }

  static getDerivedStateFromProps({ opened }: CrashBoundaryProps, state: { opened: unknown }) {
    return opened === state.opened ? null : { opened, crash: undefined };
  }

  override render(): ReactNode {
    const failure = this.props.failure ?? this.state.crash;
    if (!failure) return this.props.children;
    return <CrashPage error={failure.error} onRetry={this.props.onRetry} />;
  }
}

const retryMs = 3_000;

/** Something failed, or could not be loaded at all. */
function CrashPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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
