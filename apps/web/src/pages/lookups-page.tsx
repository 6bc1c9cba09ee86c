import type { Lookup } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { lookupReasons } from '@jarvis/contract/lookup-reasons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { CircleAlert, Globe, SearchX } from '~icons';
import { pagedList } from '../data/paged-list.ts';
import { rpc, trpc } from '../data/service/client.ts';
import { useUser } from '../data/service/session.ts';
import { t, useLanguage } from '../i18n/translate.ts';
import { Link } from '../routing/link.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog/dialog.tsx';
import { LoadMore } from '../ui/feedback/load-more.tsx';
import { useProfileChange } from '../ui/feedback/use-change.ts';
import { Empty, List, Loaded, Page } from '../ui/page/page.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import { when } from '../ui/when.tsx';
import { ConversationLink } from './conversation-link.tsx';

const list = pagedList({
  queryKey: trpc.web.history.pathKey(),
  read: (input, options) => rpc.web.history.query(input, options),
  rowsOf: ({ lookups }) => lookups,
  size: limits.lookupListMax,
});

export function LookupsPage() {
  const [clearing, setClearing] = useState(false);
  const query = useInfiniteQuery({
    ...list,
    select: ({ pages }) => ({
      lookups: pages.flatMap((page) => page.lookups),
      isConnected: pages[0]?.searchConfigured === true,
    }),
  });
  const { webSearchEnabled } = useUser();
  const profile = useProfileChange();

  return (
    <Page
      title={t('nav.lookups')}
      lead={t('lookups.lead')}
      actions={
        query.data?.lookups.length ? (
          <Button size="small" className="print:hidden" onClick={() => setClearing(true)}>
            {t('lookups.clear')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query}>
        {({ lookups, isConnected }) => (
          <>
            <div className="mb-6 rounded-2xl border border-line bg-raised px-4">
              {isConnected ? (
                <SwitchRow
                  label={t('lookups.allowed')}
                  hint={t('connections.searchText')}
                  checked={webSearchEnabled}
                  onChange={(allowed) => profile.mutate({ webSearchEnabled: allowed })}
                />
              ) : (
                <div className="flex flex-wrap items-center justify-between gap-3 py-3.5">
                  <div>
                    <p className="font-medium">{t('lookups.notConfigured')}</p>
                    <p className="text-sm text-ink-3">{t('connections.searchNoneText')}</p>
                  </div>
                  <Link to="/connections" className="link text-[0.9375rem]">
                    {t('chat.connectModelLink')}
                  </Link>
                </div>
              )}
            </div>
            <List
              of={lookups}
              empty={<Empty icon={<Globe />} title={t('lookups.empty')} text={t('lookups.emptyText')} />}
            >
              {(lookup) => <LookupRow key={lookup.id} {...lookup} at={when(lookup.createdAt)} />}
            </List>
            <LoadMore query={query} />
          </>
        )}
      </Loaded>
      {clearing && (
        <Confirm
          title={t('lookups.clearTitle')}
          description={t('lookups.clearText')}
          action={t('lookups.clear')}
          run={() => rpc.web.clear.mutate()}
          said={({ cleared }) => t('lookups.cleared', { count: cleared })}
          refreshes={[trpc.web.history.pathFilter()]}
          onClose={() => setClearing(false)}
        />
      )}
    </Page>
  );
}

interface LookupRowProps extends Lookup {
  /** Its time in words, which change as time passes. */
  readonly at: string;
}

/** Rendered again only for its own changes: each further page of the list would render all before it. */
const LookupRow = memo(function LookupRow(lookup: LookupRowProps) {
  useLanguage();
  const { status, query, at, resultCount, error, conversationId } = lookup;
  return (
    <li className="flex items-start gap-3 py-3.5">
      {status === 'ok' ? (
        <Globe className="mt-1 size-4 shrink-0 text-accent" />
      ) : (
        <SearchX className="mt-1 size-4 shrink-0 text-danger" />
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className="leading-relaxed wrap-anywhere">
          {query}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <span>{at}</span>
          {status === 'ok' ? (
            <span>{t('lookups.results', { count: resultCount })}</span>
          ) : (
            <span className="inline-flex items-center gap-1 text-danger">
              <CircleAlert className="size-3" />
              {reasonText(error ?? '')}
            </span>
          )}
          <ConversationLink id={conversationId}>{t('conversations.open')}</ConversationLink>
        </p>
      </div>
    </li>
  );
});

/** Why a lookup failed, in the person's language; in general terms if only an operator could mend it. */
function reasonText(error: string): string {
  const [reason] = told.filter((name) => lookupReasons[name] === error);
  return t(`lookups.reason.${reason ?? 'failed'}`);
}

const told = ['timedOut', 'keyRefused', 'keyUnreadable', 'tooMany', 'unreachable'] as const;
