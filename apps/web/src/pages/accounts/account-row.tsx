import type { ListedAccount } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useState } from 'react';
import { Ban, Ellipsis, KeyRound, LogOut, RotateCcw, Wrench } from '~icons';
import { rpc, trpc } from '../../data/service/client.ts';
import { useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Confirm, DialogForm, ShownOnce } from '../../ui/dialog/dialog.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Field } from '../../ui/field.tsx';
import { IconMenu, menuItem } from '../../ui/menu/menu.tsx';
import type { MenuProps } from '../../ui/menu/menu-view.tsx';
import { Badge, Row } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';

/** An account, and an operator's actions on it; for their own, only those that cannot lock them out. */
export function AccountRow({ account }: { account: ListedAccount }) {
  const own = useUser().id === account.id;
  const [restricting, setRestricting] = useState(false);
  const [promoting, setPromoting] = useState(false);
  const [link, setLink] = useState<string>();
  const act = useAct();
  const { email, operator, addressProven, restrictedAt, restrictedReason } = account;
  const setOperator = () => rpc.accounts.setOperator.mutate({ email, operator: !operator });

  const entries: MenuProps['entries'] = [
    menuItem(t('accounts.endSessions'), <LogOut />, () =>
      act.mutate(async () => {
        const { ended } = await rpc.accounts.endSessions.mutate({ email });
        showToast({ text: t('accounts.sessionsEnded', { count: ended, email }) });
      }),
    ),
    menuItem(t('accounts.makeResetLink'), <KeyRound />, () =>
      act.mutate(async () => setLink((await rpc.accounts.makeResetLink.mutate({ email })).link)),
    ),
    !own &&
      menuItem(t(operator ? 'accounts.takeOperator' : 'accounts.makeOperator'), <Wrench />, () =>
        operator || addressProven ? act.mutate(setOperator) : setPromoting(true),
      ),
    !own && { kind: 'line' },
    !own &&
      (restrictedAt === null
        ? menuItem(t('accounts.restrict'), <Ban />, () => setRestricting(true), { danger: true })
        : menuItem(t('accounts.allow'), <RotateCcw />, () =>
            act.mutate(() => rpc.accounts.unrestrict.mutate({ email })),
          )),
  ];

  return (
    <Row
      name={
        <>
          <bdi>{email}</bdi>
          {own && <Badge>{t('chat.you')}</Badge>}
          {operator && <Badge>{t('accounts.operator')}</Badge>}
          {restrictedAt !== null && <Badge danger>{t('accounts.restricted')}</Badge>}
        </>
      }
      notes={[t('accounts.opened', { when: when(account.createdAt) }), restrictedReason]}
    >
      <IconMenu label={t('accounts.options', { email })} icon={<Ellipsis />} entries={entries} />
      {restricting && <Restrict email={email} onClose={() => setRestricting(false)} />}
      {promoting && (
        <Confirm
          title={t('accounts.makeOperatorTitle', { email })}
          description={t('accounts.makeOperatorText')}
          action={t('accounts.makeOperator')}
          run={setOperator}
          refreshes={refreshes}
          onClose={() => setPromoting(false)}
        />
      )}
      <ShownOnce
        title={t('accounts.resetLink', { email })}
        description={t('accounts.resetLinkText', { minutes: limits.resetTokenMinutes })}
        secret={link}
        copyLabel={t('accounts.copyLink')}
        onClose={() => setLink(undefined)}
      />
    </Row>
  );
}

function Restrict({ email, onClose }: { email: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const act = useAct();
  return (
    <DialogForm
      onClose={onClose}
      title={t('accounts.restrictTitle', { email })}
      description={t('accounts.restrictText')}
      action={t('accounts.restrictButton')}
      submit={{ variant: 'danger', busy: act.isPending }}
      onSubmit={() =>
        act.mutate(() => rpc.accounts.restrict.mutate({ email, reason }), { onSuccess: onClose })
      }
    >
      <Field
        label={t('accounts.reason')}
        hint={t('accounts.reasonHint')}
        value={reason}
        maxLength={limits.restrictionReasonCharsMax}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
    </DialogForm>
  );
}

const refreshes = [trpc.accounts.pathFilter()];

/** Runs an action on an account. */
const useAct = () => useChange((work: () => Promise<unknown>) => work(), { refreshes });
