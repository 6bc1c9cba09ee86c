import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient, rpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { enter, signInOptionsQuery } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { safeNext, signedOutAddress, valueInAddress } from './addresses.ts';
import { EmailField, emailProblem, FormFailure, refusedFields, SubmitButton, useForm } from './form.tsx';
import { SignInFrame } from './frame.tsx';
import { type NewPassword, NewPasswordFields, newPasswordProblems } from './new-password.tsx';
import { ProviderButtons } from './providers.tsx';

export function RegisterPage() {
  const [{ next, invitation }] = useState(readAddress);
  const register = useMutation({
    mutationFn: async (input: Parameters<typeof rpc.account.register.mutate>[0]) => {
      await rpc.account.register.mutate(input);
      await enter(next);
    },
  });

  // As with a reset link: the token leaves the address, so that it is not copied or stored with it.
  useEffect(() => {
    if (invitation) history.replaceState(null, '', signedOutAddress('/register', next));
  }, [invitation, next]);

  const { problems, show, onSubmit } = useForm<'email' | keyof NewPassword | 'displayName'>(
    (values) => ({ email: emailProblem(values.email), ...newPasswordProblems(values) }),
    (values, form) =>
      register.mutate(
        { ...values, invitation },
        {
          onError: (error) => {
            const refused = failureOf(error);
            show(form, refusedFields(refused));
            // Registration may have been closed since the page was opened.
            if (refused.kind === 'restricted') void queryClient.invalidateQueries(signInOptionsQuery);
          },
        },
      ),
  );

  const { data: signInOptions } = useQuery(signInOptionsQuery);
  const first = signInOptions?.firstAccount === true;
  const isOfFields = failureOf(register.error).issues.length > 0;
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
    <SignInFrame
      title={t(first ? 'registration.firstTitle' : 'signIn.register')}
      lead={t('registration.lead')}
    >
      {first && (
        <p className="mb-6 rounded-2xl bg-accent-softer px-4 py-3 leading-relaxed">
          {t('registration.first')}
        </p>
      )}
      <form noValidate onSubmit={onSubmit}>
        <FormFailure
          error={!isOfFields && register.error}
          words={({ kind }) => {
            if (kind === 'restricted') return t('registration.addressRestricted');
            if (kind === 'badRequest') return t('registration.linkBad');
            if (kind !== 'conflict') return undefined;
            return (
              <a href={signedOutAddress('/sign-in', next)} className="link">
                {t('registration.taken')}
              </a>
            );
          }}
        />
        <div className="space-y-4">
          <Field
            label={t('registration.displayName')}
            name="displayName"
            autoComplete="nickname"
            maxLength={limits.displayNameCharsMax}
            problem={problems.displayName}
            autoFocus
          />
          <EmailField problem={problems.email} />
          <NewPasswordFields isFirst problems={problems} />
        </div>
        <SubmitButton busy={register.isPending || register.isSuccess}>
          {t('registration.submit')}
        </SubmitButton>
      </form>
      <ProviderButtons invitation={invitation} next={next} />
      {!first && (
        <p className="mt-7 text-[0.9375rem] text-ink-2">
          {t('registration.haveAccount')}{' '}
          <a href={signedOutAddress('/sign-in', next)} className="link">
            {t('signIn.title')}
          </a>
        </p>
      )}
    </SignInFrame>
  );
}

const readAddress = () => ({
  next: safeNext(valueInAddress('next')),
  invitation: valueInAddress('invitation'),
});
