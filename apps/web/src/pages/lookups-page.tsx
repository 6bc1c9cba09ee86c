import { lookupReasons } from '@jarvis/contract/lookup-reasons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import CircleAlert from '~icons/circle-alert';
import Globe from '~icons/globe';
import SearchX from '~icons/search-x';
import { queryClient, trpc } from '../data/client.ts';
import { setUser } from '../data/session.ts';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { useFailureToast } from '../ui/failure-toast.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Empty, Page, Skeleton } from '../ui/page.tsx';
import { SwitchRow } from '../ui/switch.tsx';
import { showToast } from '../ui/toast.tsx';
import { useWhen } from '../ui/when.tsx';

export function LookupsPage() {
  const { t } = useTranslation();
  const when = useWhen();
  const showFailure = useFailureToast();
  const [clearing, setClearing] = useState(false);
  const key = trpc.web.history.queryKey();
  const { data, error, isPending, refetch } = useQuery(trpc.web.history.queryOptions());
  const { data: listed } = useQuery(trpc.conversations.list.queryOptions({}));
  const existing = new Set(listed?.conversations.map(({ id }) => id));
  const clear = useMutation(
    trpc.web.clear.mutationOptions({
      onSuccess: ({ cleared }) => {
        queryClient.setQueryData(key, (now) => (now ? { ...now, lookups: [] } : now));
        showToast({ text: t('lookups.cleared', { count: cleared }) });
      },
      onError: showFailure,
      onSettled: () => setClearing(false),
    }),
  );
  const allow = useMutation(
    trpc.account.updateProfile.mutationOptions({
      onSuccess: ({ user }) => {
        setUser(user);
        queryClient.setQueryData(key, (now) => (now ? { ...now, enabled: user.webSearchEnabled } : now));
      },
      onError: showFailure,
    }),
  );

  return (
    <Page
      title={t('lookups.title')}
      lead={t('lookups.lead')}
      actions={
        data && data.lookups.length > 0 ? (
          <Button onClick={() => setClearing(true)}>{t('lookups.clear')}</Button>
        ) : undefined
      }
    >
      {isPending ? (
        <Skeleton />
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <div className="mb-6 rounded-2xl border border-line bg-raised px-4">
            {data.searchConfigured ? (
              <SwitchRow
                label={t('lookups.allowed')}
                hint={t('account.webSearchHint')}
                checked={allow.isPending ? Boolean(allow.variables.webSearchEnabled) : data.enabled}
                onChange={(webSearchEnabled) => allow.mutate({ webSearchEnabled })}
              />
            ) : (
              <div className="flex flex-wrap items-center justify-between gap-3 py-3.5">
                <div>
                  <p className="font-medium">{t('lookups.notConfigured')}</p>
                  <p className="text-sm text-ink-3">{t('lookups.notConfiguredText')}</p>
                </div>
                <Link to="/connections" className="link text-[0.9375rem]">
                  {t('lookups.how')}
                </Link>
              </div>
            )}
          </div>
          {data.lookups.length === 0 ? (
            <Empty icon={<Globe />} title={t('lookups.empty')}>
              {t('lookups.emptyText')}
            </Empty>
          ) : (
            <ul className="divide-y divide-line">
              {data.lookups.map((lookup) => (
                <li key={lookup.id} className="flex items-start gap-3 py-3.5">
                  {lookup.status === 'ok' ? (
                    <Globe className="mt-1 size-4 shrink-0 text-accent" aria-hidden />
                  ) : (
                    <SearchX className="mt-1 size-4 shrink-0 text-danger" aria-hidden />
                  )}
                  <div className="min-w-0 flex-1">
                    <p dir="auto" className="leading-relaxed wrap-anywhere">
                      {lookup.query}
                    </p>
                    <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
                      <span>{when(lookup.createdAt)}</span>
                      {lookup.status === 'ok' ? (
                        <span>{t('lookups.results', { count: lookup.resultCount })}</span>
                      ) : (
                        <span className="inline-flex items-center gap-1 text-danger">
                          <CircleAlert className="size-3" aria-hidden />
                          {reasonText(lookup.error ?? '', t)}
                        </span>
                      )}
                      {existing.has(lookup.conversationId) && (
                        <Link
                          to="/c/$conversationId"
                          params={{ conversationId: lookup.conversationId }}
                          className="tap inline-flex items-center font-medium text-accent hover:underline"
                        >
                          {t('lookups.conversation')}
                        </Link>
                      )}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <Confirm
        open={clearing}
        title={t('lookups.clearTitle')}
        text={t('lookups.clearText')}
        action={t('lookups.clear')}
        busy={clear.isPending}
        onConfirm={() => clear.mutate()}
        onClose={() => setClearing(false)}
      />
    </Page>
  );
}

/**
 * Why a lookup failed, in the person's language; a failure that only an operator could fix is described in general
 * terms.
 */
function reasonText(error: string, t: Translate): string {
  const [reason] = told.filter((name) => lookupReasons[name] === error);
  return t(`lookups.reason.${reason ?? 'failed'}`);
}

const told = ['timedOut', 'keyRefused', 'keyUnreadable', 'tooMany', 'unreachable'] as const;
