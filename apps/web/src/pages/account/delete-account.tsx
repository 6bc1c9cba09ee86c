import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../data/service/client.ts';
import { leaveAndForget, useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Offer } from '../../ui/list.tsx';
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
    <Dialog
      onClose={onClose}
      title={t('accountPage.deleteTitle')}
      description={t('accountPage.deleteConfirm')}
    >
      <form
        className="mt-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (confirmed) remove.mutate(hasPassword ? { password } : {});
        }}
      >
        <CurrentPasswordProblem error={remove.error} hasPassword={hasPassword} />
        <div className="space-y-4">
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
        </div>
        <DialogActions>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="danger" disabled={!confirmed} busy={remove.isPending}>
            {t('accountPage.deleteButton')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
