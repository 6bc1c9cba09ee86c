import { failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { FormProblem } from '../sign-in/form.tsx';

/** Why a form with the current password, if the account has one, failed. */
export function CurrentPasswordProblem({
  error,
  hasPassword,
}: {
  readonly error: unknown;
  readonly hasPassword: boolean;
}) {
  if (!error) return null;
  const failure = failureOf(error);
  const refused = failure.kind === 'unauthenticated' || failure.kind === 'badRequest';
  if (!refused) return <FormProblem>{failureText(failure)}</FormProblem>;
  return (
    <FormProblem>{hasPassword ? t('accountPage.wrongPassword') : t('accountPage.signInAnew')}</FormProblem>
  );
}
