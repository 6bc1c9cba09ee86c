import { useQuery } from '@tanstack/react-query';
import { rpc, trpc } from '../../data/service/client.ts';
import { useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Offer } from '../../ui/list.tsx';

/**
 * Mail goes to a confirmed address only, so that nobody can register another person's address and have mail sent there.
 */
export function MailAddress() {
  const { email } = useUser();
  const { data } = useQuery(trpc.deliveries.mail.queryOptions());
  const confirm = useChange(() => rpc.deliveries.confirmMail.mutate(), {
    said: () => t('notify.confirmSent', { email }),
  });
  if (!data || data.isConfirmed) return null;
  return (
    <Offer text={t('notify.confirmText', { email })}>
      <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {t('notify.confirm')}
      </Button>
    </Offer>
  );
}
