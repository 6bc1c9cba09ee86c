import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../data/service/client.ts';
import { leaveAndForget, useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Offer } from '../../ui/page/content.tsx';
import { CurrentPasswordProblem } from '../sign-in/form.tsx';

export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Offer text={t('accountPage.deleteText')}>
        <Button variant="dangerQuiet" onClick={() => setOpen(true)}>
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
  const methods = useQuery(trpc.account.signInMethods.queryOptions());
  const hasPassword = methods.data?.password ?? true;
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
