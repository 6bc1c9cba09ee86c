import { limits } from '@jarvis/contract/limits';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Field } from '../../ui/field.tsx';
import { type Problems, useChecks } from './form.tsx';

/** The fields for a new password and its repetition. The form reads them with `newPasswordOf`. */
export function NewPasswordFields({
  label,
  confirmLabel,
  problems,
  autoFocus,
}: {
  readonly label: string;
  readonly confirmLabel: string;
  readonly problems: Problems<keyof NewPassword>;
  readonly autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={label}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('signIn.passwordHint', { min: limits.passwordCharsMin })}
        problem={problems.password}
        autoFocus={autoFocus}
      />
      <Field
        label={confirmLabel}
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        problem={problems.confirmPassword}
      />
    </>
  );
}

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

export function newPasswordOf(data: FormData): NewPassword {
  return {
    password: String(data.get('password') ?? ''),
    confirmPassword: String(data.get('confirmPassword') ?? ''),
  };
}

/** The problems of a new password and its repetition. */
export function useNewPasswordCheck() {
  const { t } = useTranslation();
  const { given } = useChecks();
  const { passwordCharsMin: min, passwordCharsMax: max } = limits;
  return ({ password, confirmPassword }: NewPassword) => {
    const length = [...password].length;
    const badLength = length < min || length > max ? t('signIn.passwordLength', { min, max }) : undefined;
    return {
      password: given(password) ?? badLength,
      confirmPassword: password === confirmPassword ? undefined : t('signIn.mismatch'),
    };
  };
}
