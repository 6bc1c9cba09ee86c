import type { KeyRecord } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KeyRound, Plus } from '~icons';
import { connectionsQuery } from '../../data/connections.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/dialog.tsx';
import { ShownOnce } from '../../ui/dialog/shown-once.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Field, Form } from '../../ui/field.tsx';
import { Empty, List, Loaded } from '../../ui/page/content.tsx';
import { Page } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';
import { CalendarAddresses } from './calendar-addresses.tsx';
import { ConnectedPrograms } from './connected-programs.tsx';
import { CredentialRow } from './credential-row.tsx';
import { UseKey } from './use-key.tsx';

const refreshes = [trpc.keys.list.pathFilter()];

export function KeysPage() {
  const [name, setName] = useState('');
  const [revoking, setRevoking] = useState<KeyRecord | null>(null);
  const query = useQuery(trpc.keys.list.queryOptions());
  const { data: connections, isPending } = useQuery(connectionsQuery);
  const origin = connections?.publicUrl ?? location.origin;
  const create = useChange(rpc.keys.create.mutate, { refreshes });

  const submit = () =>
    create.mutate(name.trim() ? { name: name.trim() } : {}, { onSuccess: () => setName('') });

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
              empty={
                <Empty icon={<KeyRound />} title={t('keys.empty')}>
                  {t('keys.emptyText')}
                </Empty>
              }
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
