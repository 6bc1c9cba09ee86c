import type { Invitation, RegistrationMode } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button, Form } from '../../ui/button.tsx';
import { ShownOnce } from '../../ui/dialog/dialog.tsx';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Field } from '../../ui/field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Filter, List, Loaded, Page, Row, RowButton, Section } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';
import { AccountRow } from './account-row.tsx';

/** For operators: the accounts, and who may open one. Never shows people's texts. */
export function AccountsPage() {
  const query = useQuery(trpc.setup.connections.queryOptions());
  return (
    <Page
      title={t('nav.accounts')}
      lead={t(query.data?.operator === false ? 'accounts.forOperators' : 'accounts.lead')}
    >
      <Loaded query={query}>
        {({ operator }) =>
          operator ? (
            <>
              <Section id="registration" title={t('registration.title')}>
                <Registration />
              </Section>
              <Section id="all" title={t('accounts.all')}>
                <Accounts />
              </Section>
            </>
          ) : (
            <LinkButton to="/">{t('shell.home')}</LinkButton>
          )
        }
      </Loaded>
    </Page>
  );
}

function Accounts() {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const query = useInfiniteQuery(
    trpc.accounts.list.infiniteQueryOptions(
      { q },
      { staleTime: 0, getNextPageParam: ({ next }) => next ?? undefined },
    ),
  );
  const accounts = query.data?.pages.flatMap((page) => page.accounts);

  return (
    <>
      <Field
        label={t('accounts.search')}
        type="search"
        autoComplete="off"
        maxLength={80}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="mt-3">
        <Loaded query={{ ...query, data: accounts }} rows={3}>
          {(found) => (
            <List
              of={found}
              // The server reads a bounded number of accounts for a page, so a page may contain no match.
              empty={!query.hasNextPage && <p className="text-ink-2">{t('accounts.none')}</p>}
            >
              {(account) => <AccountRow key={account.id} account={account} />}
            </List>
          )}
        </Loaded>
      </div>
      <LoadMore query={query} />
    </>
  );
}

const modes: readonly RegistrationMode[] = ['open', 'invitation', 'closed'];
const days = 7;
const refreshes = [trpc.registration.pathFilter()];

/** The registration mode and the invitation links. */
function Registration() {
  const query = useQuery(trpc.registration.show.queryOptions(undefined, { staleTime: 0 }));
  const change = useChange((mode: RegistrationMode) => rpc.registration.change.mutate({ mode }), {
    refreshes,
  });
  return (
    <Loaded query={query} rows={1}>
      {({ decidedBy, invitations, ...stored }) => {
        const mode = change.isPending ? change.variables : stored.mode;
        return (
          <>
            {decidedBy === 'environment' ? (
              <p className="font-medium">{t(`registration.${mode}`)}</p>
            ) : (
              <Filter<RegistrationMode>
                label={t('registration.title')}
                value={mode}
                onChange={(next) => change.mutate(next)}
                options={modes.map((value) => [value, t(`registration.${value}`)])}
              />
            )}
            <p className="mt-3 text-[0.9375rem] text-ink-2">
              {t(`registration.${mode}Text`)}
              {decidedBy === 'environment' && <> {t('settings.byEnvironment')}</>}
            </p>
            {mode === 'invitation' && <Invitations invitations={invitations} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [note, setNote] = useState('');
  const invite = useChange((forWhom: string) => rpc.registration.invite.mutate({ note: forWhom, days }), {
    refreshes,
  });
  const revoke = useChange((id: string) => rpc.registration.revokeInvitation.mutate({ id }), { refreshes });
  const submit = () => invite.mutate(note, { onSuccess: () => setNote('') });

  return (
    <>
      <Form onSubmit={submit} className="mt-5 mb-3 flex flex-col gap-2 sm:flex-row sm:items-end">
        <Field
          className="flex-1"
          label={t('registration.note')}
          value={note}
          maxLength={limits.invitationNoteCharsMax}
          autoComplete="off"
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" className="h-11" busy={invite.isPending}>
          {t('registration.invite')}
        </Button>
      </Form>
      <List of={invitations}>
        {({ id, note: forWhom, expiresAt }) => (
          <Row
            key={id}
            name={<bdi>{forWhom || t('registration.noNote')}</bdi>}
            notes={[t('registration.until', { when: when(expiresAt) })]}
          >
            <RowButton
              action={t('registration.revoke')}
              of={forWhom}
              variant="dangerQuiet"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(id)}
            />
          </Row>
        )}
      </List>
      <ShownOnce
        title={t('registration.link')}
        description={t('registration.linkText', { count: days })}
        secret={invite.data?.link}
        copyLabel={t('accounts.copyLink')}
        onClose={invite.reset}
      />
    </>
  );
}
