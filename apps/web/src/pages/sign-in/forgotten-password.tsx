import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MailCheck } from '~icons';
import { trpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { forgetSession, signInOptionsQuery } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { valueInAddress } from './addresses.ts';
import { EmailField, emailProblem, FormFailure, FormProblem, SubmitButton, useForm } from './form.tsx';
import { SignInFrame } from './frame.tsx';
import { type NewPassword, NewPasswordFields, newPasswordProblems } from './new-password.tsx';

export function ForgotPage() {
  const { data: signInOptions } = useQuery(signInOptionsQuery);
  const forgot = useMutation(trpc.account.forgot.mutationOptions());

  const { problems, onSubmit } = useForm<'email'>(
    ({ email }) => ({ email: emailProblem(email) }),
    (values) => forgot.mutate(values),
  );

  const back = (
    <p className="mt-7 text-[0.9375rem]">
      <a href="/sign-in" className="link">
        {t('signIn.backToSignIn')}
      </a>
    </p>
  );
  if (forgot.isSuccess) {
    return (
      <SignInFrame title={t('signIn.forgotDone')}>
        <div role="status" className="flex gap-3 rounded-2xl bg-accent-softer px-4 py-4 leading-relaxed">
          <MailCheck className="mt-0.5 size-5 shrink-0 text-accent" />
          <div>
            <p>{t('signIn.forgotDoneText', { email: forgot.variables.email.trim() })}</p>
            {signInOptions?.mailsToFiles && (
              <p className="mt-2 text-sm text-ink-2">{t('signIn.forgotOutbox')}</p>
            )}
          </div>
        </div>
        {back}
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('signIn.forgot')} lead={t('signIn.forgotLead')}>
      <form noValidate onSubmit={onSubmit}>
        <FormFailure
          error={forgot.error}
          words={({ kind }) => (kind === 'unavailable' ? t('signIn.mailDown') : undefined)}
        />
        <EmailField problem={problems.email} autoFocus />
        <SubmitButton busy={forgot.isPending}>{t('signIn.forgotSubmit')}</SubmitButton>
      </form>
      {back}
    </SignInFrame>
  );
}

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
        <NewPasswordFields problems={problems} autoFocus />
        <SubmitButton busy={reset.isPending}>{t('signIn.resetSubmit')}</SubmitButton>
      </form>
    </SignInFrame>
  );
}
