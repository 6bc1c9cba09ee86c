import type { KeyRecord } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import KeyRound from '~icons/key-round';
import Plus from '~icons/plus';
import { queryClient, trpc } from '../data/client.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';
import { Confirm } from '../ui/confirm.tsx';
import { useFailureToast } from '../ui/failure-toast.ts';
import { inputClasses } from '../ui/field.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Empty, Page, Skeleton } from '../ui/page.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { showToast } from '../ui/toast.tsx';
import { useWhen } from '../ui/when.tsx';
import { CalendarAddresses } from './calendar-addresses.tsx';
import { ConnectedPrograms } from './connected-programs.tsx';
import { UseKey } from './use-key.tsx';

export function KeysPage() {
  const { t } = useTranslation();
  const showFailure = useFailureToast();
  const [name, setName] = useState('');
  const [created, setCreated] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<KeyRecord | null>(null);
  const { data, error, isPending, refetch } = useQuery(trpc.keys.list.queryOptions());
  const { data: connections } = useQuery(
    trpc.setup.connections.queryOptions(undefined, { staleTime: 600_000 }),
  );
  const origin = connections?.publicUrl ?? location.origin;
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.keys.list.pathKey() });
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: ({ key }) => {
        setCreated(key);
        setName('');
        void refresh();
      },
      onError: showFailure,
    }),
  );
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => {
        showToast({ text: t('keys.revokedToast', { name: revoking?.name ?? '' }) });
        void refresh();
      },
      onError: showFailure,
      onSettled: () => setRevoking(null),
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate(name.trim() ? { name: name.trim() } : {});
  }

  return (
    <Page
      title={t('keys.title')}
      lead={
        <>
          {t('keys.lead')}{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer" className="link">
            {t('keys.docs')}
          </a>
        </>
      }
    >
      <form onSubmit={submit} className="mb-8 flex flex-col gap-2 sm:flex-row">
        <label htmlFor="key-name" className="sr-only">
          {t('keys.name')}
        </label>
        <input
          id="key-name"
          value={name}
          maxLength={limits.keyNameCharsMax}
          onChange={(event) => setName(event.target.value)}
          placeholder={t('keys.namePlaceholder')}
          autoComplete="off"
          className={inputClasses}
        />
        <Button type="submit" variant="primary" className="h-11" busy={create.isPending}>
          <Plus className="size-4" aria-hidden /> {t('keys.create')}
        </Button>
      </form>
      {isPending ? (
        <Skeleton rows={2} />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data.keys.length === 0 ? (
        <Empty icon={<KeyRound />} title={t('keys.empty')}>
          {t('keys.emptyText')}
        </Empty>
      ) : (
        <ul className="divide-y divide-line">
          {data.keys.map((key) => (
            <KeyRow key={key.id} record={key} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      <UseKey secret="asst_…" origin={origin} connect={connections?.connect === true} />
      {connections && <ConnectedPrograms address={connections.connect ? `${origin}/mcp` : null} />}
      <CalendarAddresses />
      {created !== null && <NewKey secret={created} origin={origin} onClose={() => setCreated(null)} />}
      <Confirm
        open={revoking !== null}
        title={t('keys.revokeTitle', { name: revoking?.name ?? '' })}
        text={t('keys.revokeText')}
        action={t('keys.revoke')}
        busy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate({ id: revoking.id })}
        onClose={() => setRevoking(null)}
      />
    </Page>
  );
}

function KeyRow({ record, onRevoke }: { readonly record: KeyRecord; readonly onRevoke: () => void }) {
  const { t } = useTranslation();
  const when = useWhen();
  const revoked = record.revokedAt !== null;
  return (
    <li className="flex items-center gap-3 py-3.5">
      <div className={cx('min-w-0 flex-1', revoked && 'text-ink-3')}>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-medium wrap-anywhere">{record.name}</bdi>
          <code className="font-mono text-sm text-ink-3">{record.prefix}…</code>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{t('keys.createdAt', { when: when(record.createdAt) })}</span>
          <span>
            {revoked
              ? t('keys.revoked', { when: when(record.revokedAt ?? '') })
              : record.lastUsedAt
                ? t('keys.lastUsed', { when: when(record.lastUsedAt) })
                : t('keys.neverUsed')}
          </span>
        </p>
      </div>
      {!revoked && (
        <Button
          size="small"
          variant="dangerQuiet"
          aria-label={`${t('keys.revoke')}: ${record.name}`}
          onClick={onRevoke}
        >
          {t('keys.revoke')}
        </Button>
      )}
    </li>
  );
}

/** The key, shown once, with the texts that use it. */
function NewKey({
  secret,
  origin,
  onClose,
}: {
  readonly secret: string;
  readonly origin: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('keys.created')}
      description={t('keys.createdText')}
      secret={secret}
      copyLabel={t('keys.copyKey')}
      doneLabel={t('keys.done')}
      onClose={onClose}
    >
      <UseKey secret={secret} origin={origin} connect={false} />
    </ShownOnce>
  );
}
