import { limits } from '@jarvis/contract/limits';
import { t } from '../../i18n/translate.ts';
import { Field } from '../../ui/field.tsx';
import { missing, type Problems } from './form.tsx';

interface NewPasswordFieldsProps {
  /** Of a new account. */
  readonly isFirst?: boolean;
  readonly problems: Problems<keyof NewPassword>;
  readonly autoFocus?: boolean;
}

/** The fields for a new password and its repetition. */
export function NewPasswordFields({ isFirst = false, problems, autoFocus }: NewPasswordFieldsProps) {
  return (
    <div className="space-y-4">
      <Field
        label={t(isFirst ? 'signIn.password' : 'signIn.newPassword')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('signIn.passwordHint', { min: limits.passwordCharsMin })}
        problem={problems.password}
        autoFocus={autoFocus}
      />
      <Field
        label={t(isFirst ? 'signIn.confirmPassword' : 'signIn.confirmNewPassword')}
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        problem={problems.confirmPassword}
      />
    </div>
  );
}

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

/** The problems of a new password and its repetition. */
export function newPasswordProblems({ password, confirmPassword }: NewPassword) {
  const min = limits.passwordCharsMin;
  const max = limits.passwordCharsMax;
  const length = [...password].length;
  const badLength = length < min || length > max ? t('signIn.passwordLength', { min, max }) : undefined;
  return {
    password: missing(password) ?? badLength,
    confirmPassword: password === confirmPassword ? undefined : t('signIn.mismatch'),
  };
}
