import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Link } from '../../routing/link.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/field.tsx';
import { CurrentPasswordProblem, missing, useForm } from '../sign-in/form.tsx';
import { type NewPassword, NewPasswordFields, newPasswordProblems } from '../sign-in/new-password.tsx';
import { providerNames } from '../sign-in/providers.tsx';

/** Also sets the first password of an account without one. */
export function ChangePassword() {
  const methods = useQuery(trpc.account.signInMethods.queryOptions());
  const hasPassword = methods.data?.password ?? true;
  const providers = (methods.data?.providers ?? []).map(
    ({ provider }) => providerNames[provider] ?? provider,
  );
  const change = useMutation(trpc.account.changePassword.mutationOptions());

  const { problems, onSubmit } = useForm<'currentPassword' | keyof NewPassword>(
    (values) => ({
      currentPassword: hasPassword ? missing(values.currentPassword) : undefined,
      ...newPasswordProblems(values),
    }),
    (values, form) =>
      change.mutate(values, {
        onSuccess: () => {
          form.reset();
          showToast({ text: t('accountPage.passwordChanged') });
          void queryClient.invalidateQueries({ queryKey: trpc.account.pathKey() });
        },
      }),
  );

  return (
    <>
      <form noValidate onSubmit={onSubmit} className="max-w-md">
        <CurrentPasswordProblem error={change.error} hasPassword={hasPassword} />
        <div className="space-y-4">
          {hasPassword ? (
            <Field
              label={t('accountPage.currentPassword')}
              name="currentPassword"
              type="password"
              autoComplete="current-password"
              problem={problems.currentPassword}
            />
          ) : (
            <p className="text-[0.9375rem] leading-relaxed text-ink-2">{t('accountPage.noPassword')}</p>
          )}
          <NewPasswordFields problems={problems} />
        </div>
        <Button type="submit" className="mt-5" busy={change.isPending}>
          {t('accountPage.changePassword')}
        </Button>
      </form>
      {providers.length > 0 && (
        <p className="mt-5 text-[0.9375rem] text-ink-2">
          {t('accountPage.providers', { providers: providers.join(', ') })}
        </p>
      )}
      <p className="mt-5 text-[0.9375rem]">
        <Link to="/sessions" className="link">
          {t('nav.sessions')}
        </Link>
      </p>
    </>
  );
}
