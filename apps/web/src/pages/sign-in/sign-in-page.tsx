import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { trpc } from '../../data/client.ts';
import { refreshSession } from '../../data/session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormProblem } from './form.tsx';
import { SignInFrame } from './frame.tsx';
import { takeNext } from './kept-next.ts';
import { isProviderError } from './provider-errors.ts';
import SignInForm from './sign-in-form.tsx';

export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { error, next: wanted, reset } = useSearch({ from: '/sign-in' });
  // A provider's redirect loses it.
  const [kept] = useState(() => (error ? takeNext() : undefined));
  const next = wanted ?? kept;
  const { data: signInOptions } = useQuery(
    trpc.setup.signInOptions.queryOptions(undefined, { staleTime: 60_000 }),
  );
  const isOpen = (signInOptions?.registration ?? 'open') === 'open';
  return (
    <SignInFrame title={t('signIn.title')} lead={reset ? t('signIn.resetDone') : t('signIn.lead')}>
      {error && <FormProblem>{t(`signIn.errors.${isProviderError(error) ? error : 'server'}`)}</FormProblem>}
      <SignInForm
        next={next}
        onSignedIn={async () => {
          await refreshSession();
          await navigate({ href: next ?? '/' });
        }}
      />
      <div className="mt-7 space-y-2 text-[0.9375rem] text-ink-2">
        <p>
          <Link to="/forgot" className="link">
            {t('signIn.forgot')}
          </Link>
        </p>
        {isOpen && (
          <p>
            {t('signIn.noAccount')}{' '}
            <Link to="/register" search={next ? { next } : {}} className="link">
              {t('signIn.register')}
            </Link>
          </p>
        )}
      </div>
    </SignInFrame>
  );
}
