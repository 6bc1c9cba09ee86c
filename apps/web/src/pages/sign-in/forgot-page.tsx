import { useMutation, useQuery } from '@tanstack/react-query';
import { MailCheck } from '~icons';
import { trpc } from '../../data/service/client.ts';
import { signInOptionsQuery } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { EmailField, emailProblem, FormFailure, SubmitButton, useForm } from './form.tsx';
import { SignInFrame } from './frame.tsx';

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
