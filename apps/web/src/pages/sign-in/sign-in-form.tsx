import { useMutation } from '@tanstack/react-query';
import { rpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Field } from '../../ui/field.tsx';
import { EmailField, emailProblem, FormFailure, missing, SubmitButton, useForm } from './form.tsx';
import { ProviderButtons } from './providers.tsx';

interface SignInFormProps {
  readonly email?: string;
  readonly next?: string | undefined;
  readonly onSignedIn: () => void | Promise<void>;
}

/** E-mail, password and providers. `email` is filled in after a session's end; `next` is the person's destination. */
export default function SignInForm({ email = '', next, onSignedIn }: SignInFormProps) {
  const login = useMutation({
    mutationFn: async (input: { readonly email: string; readonly password: string }) => {
      await rpc.account.login.mutate(input);
      await onSignedIn();
    },
  });

  const { problems, onSubmit } = useForm<'email' | 'password'>(
    (values) => ({ email: emailProblem(values.email), password: missing(values.password) }),
    (values) => login.mutate(values),
  );

  return (
    <>
      <form noValidate onSubmit={onSubmit}>
        <FormFailure
          error={login.error}
          words={({ kind }) => (kind === 'unauthenticated' ? t('signIn.wrong') : undefined)}
        />
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
