import { failureOf } from '../../data/service/failure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFailureText } from '../../ui/feedback/failure-text.ts';
import { FormProblem } from '../sign-in/form.tsx';

/** Why a form with the current password, if the account has one, failed. */
export function CurrentPasswordProblem({
  error,
  hasPassword,
}: {
  readonly error: unknown;
  readonly hasPassword: boolean;
}) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  if (!error) return null;
  const failure = failureOf(error);
  const refused = failure.kind === 'unauthenticated' || failure.kind === 'badRequest';
  if (!refused) return <FormProblem>{failureText(failure)}</FormProblem>;
  return (
    <FormProblem>{hasPassword ? t('accountPage.wrongPassword') : t('accountPage.signInAnew')}</FormProblem>
  );
}
