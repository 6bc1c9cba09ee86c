import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient, trpc } from '../../data/service/client.ts';
import { leaveAndForget, refreshSession, useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Link } from '../../routing/link.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog/dialog.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/field.tsx';
import { Offer } from '../../ui/page/page.tsx';
import { CurrentPasswordProblem, missing, useForm } from '../sign-in/form.tsx';
import { type NewPassword, NewPasswordFields, newPasswordProblems } from '../sign-in/new-password.tsx';
import { providerNames } from '../sign-in/providers.tsx';

/** How the person can sign in: with a password until it is known, and with the providers of these names. */
function useSignInMethods() {
  const { data } = useQuery(trpc.account.signInMethods.queryOptions());
  const providers = (data?.providers ?? []).map(({ provider }) => providerNames[provider] ?? provider);
  return { hasPassword: data?.password ?? true, providers };
}

/** Also sets the first password of an account without one. */
export function ChangePassword() {
  const { hasPassword, providers } = useSignInMethods();
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
          // Tabs that found no session meanwhile continue.
          void refreshSession().catch(() => undefined);
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

export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Offer text={t('accountPage.deleteText')}>
        <Button variant="dangerQuiet" className="-mx-4" onClick={() => setOpen(true)}>
          {t('accountPage.deleteAccount')}
        </Button>
      </Offer>
      {open && <Confirmation onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Deletes the account, after the person has typed the address and given the password. */
function Confirmation({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const { hasPassword } = useSignInMethods();
  const remove = useMutation(
    trpc.account.deleteAccount.mutationOptions({ onSuccess: () => leaveAndForget(user.id) }),
  );
  const confirmed =
    typed.trim().toLowerCase() === user.email.toLowerCase() && (!hasPassword || password !== '');

  return (
    <DialogForm
      onClose={onClose}
      title={t('accountPage.deleteTitle')}
      description={t('accountPage.deleteConfirm')}
      action={t('accountPage.deleteButton')}
      submit={{ variant: 'danger', busy: remove.isPending, disabled: !confirmed }}
      onSubmit={() => confirmed && remove.mutate(hasPassword ? { password } : {})}
    >
      <CurrentPasswordProblem error={remove.error} hasPassword={hasPassword} />
      <Field
        label={t('signIn.email')}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {hasPassword && (
        <Field
          label={t('signIn.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </DialogForm>
  );
}
