import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { forgetSession } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { valueInAddress } from './addresses.ts';
import { FormFailure, FormProblem, SubmitButton, useForm } from './form.tsx';
import { SignInFrame } from './frame.tsx';
import { type NewPassword, NewPasswordFields, newPasswordProblems } from './new-password.tsx';

export function ResetPage() {
  const [token] = useState(() => valueInAddress('token'));
  const reset = useMutation(
    trpc.account.reset.mutationOptions({
      onSuccess: () => {
        forgetSession();
        location.assign('/sign-in?reset=true');
      },
    }),
  );
  const { problems, onSubmit } = useForm<keyof NewPassword>(newPasswordProblems, (values) => {
    if (token) reset.mutate({ token, ...values });
  });

  // The page keeps the token, and the address loses it: it must not stay in the history or be copied.
  useEffect(() => {
    if (token) history.replaceState(null, '', '/reset');
  }, [token]);

  const failure = reset.error ? failureOf(reset.error) : null;
  const isBad = failure?.kind === 'badRequest' && failure.issues.length === 0;
  if (!token || isBad)
    return (
      <SignInFrame title={t('signIn.resetTitle')}>
        <FormProblem>{t(isBad ? 'signIn.resetBad' : 'signIn.resetNoToken')}</FormProblem>
        <a href="/forgot" className={buttonClasses({ variant: 'primary', size: 'large' })}>
          {t('signIn.resetAgain')}
        </a>
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('signIn.resetTitle')} lead={t('signIn.resetLead')}>
      <form noValidate onSubmit={onSubmit}>
        <FormFailure error={reset.error} />
        <div className="space-y-4">
          <NewPasswordFields problems={problems} autoFocus />
        </div>
        <SubmitButton busy={reset.isPending}>{t('signIn.resetSubmit')}</SubmitButton>
      </form>
    </SignInFrame>
  );
}
