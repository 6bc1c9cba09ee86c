import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { enter, signInOptionsQuery } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { safeNext, signedOutAddress, takeNext, valueInAddress } from './addresses.ts';
import { FormProblem } from './form.tsx';
import { SignInFrame } from './frame.tsx';
import SignInForm from './sign-in-form.tsx';

export function SignInPage() {
  const [{ error, next, reset }] = useState(readAddress);
  const { data: signInOptions } = useQuery(signInOptionsQuery);
  const isOpen = (signInOptions?.registration ?? 'open') === 'open';
  return (
    <SignInFrame title={t('signIn.title')} lead={reset ? t('signIn.resetDone') : t('signIn.lead')}>
      {error && (
        <FormProblem>{t(`signInErrors.${errors.find((code) => code === error) ?? 'server'}`)}</FormProblem>
      )}
      <SignInForm next={next} onSignedIn={() => enter(next)} />
      <div className="mt-7 space-y-2 text-[0.9375rem] text-ink-2">
        <p>
          <a href="/forgot" className="link">
            {t('signIn.forgot')}
          </a>
        </p>
        {isOpen && (
          <p>
            {t('signIn.noAccount')}{' '}
            <a href={signedOutAddress('/register', next)} className="link">
              {t('signIn.register')}
            </a>
          </p>
        )}
      </div>
    </SignInFrame>
  );
}

/** The error codes of a sign-in through a provider, and of one whose cookie was not kept. */
const errors = ['config', 'state', 'denied', 'provider', 'email', 'server', 'cookies'] as const;

function readAddress() {
  const error = valueInAddress('error');
  return {
    error,
    // A provider's redirect loses it.
    next: safeNext(valueInAddress('next')) ?? (error ? takeNext() : undefined),
    reset: valueInAddress('reset') === 'true',
  };
}
