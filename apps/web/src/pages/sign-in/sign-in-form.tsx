import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../data/service/client.ts';
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
  const [entering, setEntering] = useState(false);
  const login = useMutation(trpc.account.login.mutationOptions());

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const input = { email: String(data.get('email')), password: String(data.get('password')) };
    if (show(form, { email: emailProblem(input.email), password: missing(input.password) })) return;
    try {
      await login.mutateAsync(input);
      setEntering(true);
      await onSignedIn();
    } catch {
      // The mutation's state shows the error.
      setEntering(false);
    }
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
        <SubmitButton busy={login.isPending || entering}>{t('signIn.title')}</SubmitButton>
      </form>
      <ProviderButtons next={next} />
    </>
  );
}
