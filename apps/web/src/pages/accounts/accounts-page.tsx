import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { Field } from '../../ui/field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { List, Loaded } from '../../ui/page/content.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { AccountRow } from './account-row.tsx';
import { Registration } from './registration.tsx';

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
            <div>
              <Section id="registration" title={t('registration.title')}>
                <Registration />
              </Section>
              <Section id="all" title={t('accounts.all')}>
                <Accounts />
              </Section>
            </div>
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
