import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { rpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { Field } from '../../ui/field.tsx';
import { EmailField, emailProblem, FormProblem, missing, SubmitButton, useProblems } from './form.tsx';
import { ProviderButtons } from './providers.tsx';

/**
 * E-mail, password, and the providers. `email` is filled in after a session has ended; `next` is the person's
 * destination.
 */
export default function SignInForm({
  email = '',
  next,
  onSignedIn,
}: {
  readonly email?: string;
  readonly next?: string | undefined;
  readonly onSignedIn: () => void | Promise<void>;
}) {
  const [problems, show] = useProblems<'email' | 'password'>();
  const login = useMutation({
    mutationFn: async (input: { readonly email: string; readonly password: string }) => {
      await rpc.account.login.mutate(input);
      await onSignedIn();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const input = { email: String(data.get('email')), password: String(data.get('password')) };
    const problem = show(form, { email: emailProblem(input.email), password: missing(input.password) });
    if (!problem) login.mutate(input);
  }

  const failure = login.error ? failureOf(login.error) : null;
  return (
    <>
      <form noValidate onSubmit={submit}>
        {failure && (
          <FormProblem>
            {failure.kind === 'unauthenticated' ? t('signIn.wrong') : failureText(failure)}
          </FormProblem>
        )}
        <div className="space-y-4">
          <EmailField defaultValue={email} problem={problems.email} autoFocus={email === ''} />
          <Field
            label={t('signIn.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            problem={problems.password}
            autoFocus={email !== ''}
          />
        </div>
        <SubmitButton busy={login.isPending || login.isSuccess}>{t('signIn.title')}</SubmitButton>
      </form>
      <ProviderButtons next={next} />
    </>
  );
}
