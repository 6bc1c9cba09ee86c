import { useMutation } from '@tanstack/react-query';
import { ShieldCheck } from '~icons';
import { queryClient, trpc } from '../../data/service/client.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';

/** Shown once to the owner of an address: the credentials that its first proof revoked, and the data to review. */
export default function ProofNotice({ notice }: { notice: { since: string; keysRevoked: number } }) {
  const dismiss = useMutation(trpc.account.dismissProofNotice.mutationOptions());
  const day = new Date(notice.since).toLocaleDateString(appLocale(), { dateStyle: 'long' });

  function close() {
    queryClient.setQueryData(trpc.account.proofNotice.queryKey(), { notice: null });
    dismiss.mutate();
  }

  return (
    <section
      aria-label={t('proof.title')}
      className="flex items-start gap-3 border-b border-line bg-accent-soft px-4 py-2.5 text-sm"
    >
      <ShieldCheck className="mt-0.5 size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        {t('proof.signedOut')} {notice.keysRevoked > 0 && t('proof.keys', { count: notice.keysRevoked })}{' '}
        {t('proof.look', { day })}
      </p>
      <Button size="small" onClick={close}>
        {t('common.dismiss')}
      </Button>
    </section>
  );
}
