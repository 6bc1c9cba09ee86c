import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { queryClient, rpc, trpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { refreshSession } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { Field } from '../../ui/field.tsx';
import { signedOutAddress, valueInAddress } from './addresses.ts';
import { EmailField, emailProblem, FormProblem, refusedFields, SubmitButton, useProblems } from './form.tsx';
import { SignInFrame } from './frame.tsx';
import { type NewPassword, NewPasswordFields, newPasswordOf, newPasswordProblems } from './new-password.tsx';
import { ProviderButtons } from './providers.tsx';
import { safeNext } from './safe-next.ts';

export function RegisterPage() {
  const [{ next, invitation }] = useState(readAddress);
  const [problems, show] = useProblems<'email' | keyof NewPassword | 'displayName'>();
  const register = useMutation({
    mutationFn: async (input: Parameters<typeof rpc.account.register.mutate>[0]) => {
      await rpc.account.register.mutate(input);
      await refreshSession();
      location.assign(next ?? '/');
    },
  });

  // As with a reset link: the token leaves the address, so that it is not copied or stored with it.
  useEffect(() => {
    if (invitation) history.replaceState(null, '', signedOutAddress('/register', next));
  }, [invitation, next]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '');
    const input = {
      email: text('email'),
      ...newPasswordOf(data),
      displayName: text('displayName'),
      invitation,
    };
    if (show(form, { email: emailProblem(input.email), ...newPasswordProblems(input) })) return;
    register.mutate(input, {
      onError: (error) => {
        const refused = failureOf(error);
        show(form, refusedFields(refused));
        // Registration may have been closed since the page was opened.
        if (refused.kind === 'restricted')
          void queryClient.invalidateQueries(trpc.setup.signInOptions.pathFilter());
      },
    });
  }

  const { data: signInOptions } = useQuery(trpc.setup.signInOptions.queryOptions());
  const first = signInOptions?.firstAccount === true;
  const failure = register.error ? failureOf(register.error) : null;
  const mode = signInOptions?.registration ?? 'open';
  if (mode === 'closed' || (mode === 'invitation' && invitation === undefined)) {
    return (
      <SignInFrame
        title={t('signIn.register')}
        lead={t(mode === 'closed' ? 'registration.noneNow' : 'registration.linkNeeded')}
      >
        <a
          href={signedOutAddress('/sign-in', next)}
          className={buttonClasses({ variant: 'primary', size: 'large' })}
        >
          {t('signIn.title')}
        </a>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t(first ? 'signIn.firstTitle' : 'signIn.register')} lead={t('signIn.registerLead')}>
      {first && (
        <p className="mb-6 rounded-2xl bg-accent-softer px-4 py-3 leading-relaxed">
          {t('signIn.registerFirst')}
        </p>
      )}
      <form noValidate onSubmit={submit}>
        {failure && failure.issues.length === 0 && (
          <FormProblem>
            {failure.kind === 'conflict' ? (
              <a href={signedOutAddress('/sign-in', next)} className="link">
                {t('signIn.taken')}
              </a>
            ) : failure.kind === 'restricted' ? (
              t('signIn.addressRestricted')
            ) : failure.kind === 'badRequest' ? (
              t('registration.linkBad')
            ) : (
              failureText(failure)
            )}
          </FormProblem>
        )}
        <div className="space-y-4">
          <Field
            label={t('signIn.displayName')}
            name="displayName"
            autoComplete="nickname"
            maxLength={limits.displayNameCharsMax}
            problem={problems.displayName}
            autoFocus
          />
          <EmailField problem={problems.email} />
          <NewPasswordFields
            label={t('signIn.password')}
            confirmLabel={t('signIn.confirmPassword')}
            problems={problems}
          />
        </div>
        <SubmitButton busy={register.isPending || register.isSuccess}>
          {t('signIn.registerSubmit')}
        </SubmitButton>
      </form>
      <ProviderButtons invitation={invitation} next={next} />
      {!first && (
        <p className="mt-7 text-[0.9375rem] text-ink-2">
          {t('signIn.haveAccount')}{' '}
          <a href={signedOutAddress('/sign-in', next)} className="link">
            {t('signIn.title')}
          </a>
        </p>
      )}
    </SignInFrame>
  );
}

function readAddress() {
  return { next: safeNext(valueInAddress('next')), invitation: valueInAddress('invitation') };
}
