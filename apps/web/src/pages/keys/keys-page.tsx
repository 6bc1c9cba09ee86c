import type { KeyRecord } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CalendarDays, KeyRound, Plus } from '~icons';
import { connectionsQuery } from '../../data/connections.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button, Form } from '../../ui/button.tsx';
import { Confirm, ShownOnce } from '../../ui/dialog/dialog.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Field } from '../../ui/field.tsx';
import { Empty, List, Loaded, Page, PartHeading, Row, RowButton } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';
import { ConnectedPrograms } from './connected-programs.tsx';
import { UseKey } from './use-key.tsx';

export function KeysPage() {
  const [name, setName] = useState('');
  const [revoking, setRevoking] = useState<KeyRecord | null>(null);
  const query = useQuery(trpc.keys.list.queryOptions());
  const { data: connections, isPending } = useQuery(connectionsQuery);
  const origin = connections?.publicUrl ?? location.origin;
  const refreshes = [trpc.keys.list.pathFilter()];
  const create = useChange(rpc.keys.create.mutate, { refreshes });

  const submit = () =>
    create.mutate({ name: name.trim() || t('keys.unnamed') }, { onSuccess: () => setName('') });

  return (
    <Page
      title={t('nav.keys')}
      lead={
        <>
          {t('keys.lead')}{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer" className="link">
            {t('keys.docs')}
          </a>
        </>
      }
    >
      <Form onSubmit={submit} className="mb-8 flex flex-col gap-2 sm:flex-row">
        <Field
          className="flex-1"
          label={t('keys.name')}
          labelHidden
          value={name}
          maxLength={limits.keyNameCharsMax}
          onChange={(event) => setName(event.target.value)}
          placeholder={t('keys.namePlaceholder')}
          autoComplete="off"
        />
        <Button type="submit" variant="primary" className="h-11" busy={create.isPending}>
          <Plus className="size-4" /> {t('keys.create')}
        </Button>
      </Form>
      {/* All at once, so that no part moves another. */}
      <Loaded query={isPending ? { ...query, data: undefined } : query}>
        {({ keys }) => (
          <>
            <List
              of={keys}
              empty={<Empty icon={<KeyRound />} title={t('keys.empty')} text={t('keys.emptyText')} />}
            >
              {(key) => (
                <CredentialRow
                  key={key.id}
                  {...key}
                  used={
                    key.lastUsedAt ? t('keys.lastUsed', { when: when(key.lastUsedAt) }) : t('keys.neverUsed')
                  }
                  onRevoke={() => setRevoking(key)}
                />
              )}
            </List>
            <UseKey secret="asst_…" origin={origin} connect={connections?.connect === true} />
            {connections && <ConnectedPrograms address={connections.connect ? `${origin}/mcp` : null} />}
            <CalendarAddresses />
          </>
        )}
      </Loaded>
      {create.data && (
        <ShownOnce
          title={t('keys.created')}
          description={t('keys.createdText')}
          secret={create.data.key}
          copyLabel={t('keys.copyKey')}
          onClose={create.reset}
        >
          <UseKey secret={create.data.key} origin={origin} connect={false} />
        </ShownOnce>
      )}
      {revoking && (
        <Confirm
          title={t('keys.revokeTitle', { name: revoking.name })}
          description={t('keys.revokeText')}
          action={t('keys.revoke')}
          run={() => rpc.keys.revoke.mutate({ id: revoking.id })}
          said={() => t('keys.revokedToast', { name: revoking.name })}
          refreshes={refreshes}
          onClose={() => setRevoking(null)}
        />
      )}
    </Page>
  );
}

/** The secret addresses for calendar programs. */
function CalendarAddresses() {
  const [revoking, setRevoking] = useState<string | null>(null);
  const feeds = useQuery(trpc.calendarFeeds.list.queryOptions());
  const valid = feeds.data?.calendarFeeds.filter(({ revokedAt }) => revokedAt === null) ?? [];
  const refreshes = [trpc.calendarFeeds.pathFilter()];
  const create = useChange(rpc.calendarFeeds.create.mutate, { refreshes });
  return (
    <section className="mt-12 border-t border-line pt-8">
      <PartHeading id="calendar" className="font-display text-lg font-semibold">
        {t('calendar.title')}
      </PartHeading>
      <p className="mt-2 leading-relaxed text-pretty text-ink-2">{t('calendar.lead')}</p>
      <div className="mt-4 mb-6 flex flex-wrap gap-2">
        {valid.length < limits.calendarFeedsMax &&
          (['events', 'tasks'] as const).map((form) => (
            <Button
              key={form}
              busy={create.isPending && create.variables.form === form}
              onClick={() => create.mutate({ form })}
            >
              <Plus className="size-4" /> {t(`calendar.create.${form}`)}
            </Button>
          ))}
      </div>
      <Loaded query={feeds} rows={2}>
        {({ calendarFeeds }) => (
          <List of={calendarFeeds} empty={<Empty icon={<CalendarDays />} title={t('calendar.empty')} />}>
            {({ form, readAt, ...feed }) => (
              <CredentialRow
                key={feed.id}
                {...feed}
                name={t(`calendar.form.${form}`)}
                label={`${t(`calendar.form.${form}`)} ${feed.prefix}…`}
                used={
                  readAt === null ? t('calendar.neverRead') : t('calendar.lastRead', { when: when(readAt) })
                }
                onRevoke={() => setRevoking(feed.id)}
              />
            )}
          </List>
        )}
      </Loaded>
      <ShownOnce
        title={t('calendar.created')}
        description={t('calendar.createdText')}
        secret={create.data?.url}
        copyLabel={t('connect.copyAddress')}
        onClose={create.reset}
      />
      {revoking !== null && (
        <Confirm
          title={t('calendar.revokeTitle')}
          description={t('calendar.revokeText')}
          action={t('keys.revoke')}
          run={() => rpc.calendarFeeds.revoke.mutate({ id: revoking })}
          said={() => t('calendar.revokedToast')}
          refreshes={refreshes}
          onClose={() => setRevoking(null)}
        />
      )}
    </section>
  );
}

interface Props extends Pick<KeyRecord, 'name' | 'prefix' | 'createdAt' | 'revokedAt'> {
  /** Tells it from others of that name. */
  readonly label?: string;
  /** When it was last used, in words. */
  readonly used: string;
  readonly onRevoke: () => void;
}

/** A key or a secret address in a list, by the beginning of the secret. */
function CredentialRow({ name, label = name, prefix, createdAt, used, revokedAt, onRevoke }: Props) {
  return (
    <Row
      name={
        <>
          <bdi className={revokedAt === null ? undefined : 'text-ink-3'}>{name}</bdi>
          <code className="font-mono text-sm font-normal text-ink-3">{prefix}…</code>
        </>
      }
      notes={[
        t('keys.createdAt', { when: when(createdAt) }),
        revokedAt === null ? used : t('keys.revoked', { when: when(revokedAt) }),
      ]}
    >
      {revokedAt === null && (
        <RowButton action={t('keys.revoke')} of={label} variant="dangerQuiet" onClick={onRevoke} />
      )}
    </Row>
  );
}
