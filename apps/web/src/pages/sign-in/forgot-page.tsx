import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import MailCheck from '~icons/mail-check';
import { trpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { EmailField, emailProblem, FormProblem, SubmitButton, useProblems } from './form.tsx';
import { SignInFrame } from './frame.tsx';

export function ForgotPage() {
  const [problems, show] = useProblems<'email'>();
  const signInOptions = useQuery(
    trpc.setup.signInOptions.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const forgot = useMutation(trpc.account.forgot.mutationOptions());

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    if (!show(event.currentTarget, { email: emailProblem(email) })) forgot.mutate({ email });
  }

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
            {signInOptions.data?.mailsToFiles && (
              <p className="mt-2 text-sm text-ink-2">{t('signIn.forgotOutbox')}</p>
            )}
          </div>
        </div>
        {back}
      </SignInFrame>
    );
  }
  const failure = forgot.error ? failureOf(forgot.error) : null;
  return (
    <SignInFrame title={t('signIn.forgot')} lead={t('signIn.forgotLead')}>
      <form noValidate onSubmit={submit}>
        {failure && (
          <FormProblem>
            {failure.kind === 'unavailable' ? t('signIn.mailDown') : failureText(failure)}
          </FormProblem>
        )}
        <EmailField problem={problems.email} autoFocus />
        <SubmitButton busy={forgot.isPending}>{t('signIn.forgotSubmit')}</SubmitButton>
      </form>
      {back}
    </SignInFrame>
  );
}
