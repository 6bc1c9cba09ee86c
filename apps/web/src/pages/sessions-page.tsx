import { useQuery } from '@tanstack/react-query';
import Monitor from '~icons/monitor';
import Smartphone from '~icons/smartphone';
import { rpc, trpc } from '../data/client.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { useChange } from '../ui/use-change.ts';
import { useWhen } from '../ui/when.tsx';
import { nameBrowser } from './name-browser.ts';

export function SessionsPage() {
  const { t } = useTranslation();
  const when = useWhen();
  const query = useQuery(trpc.account.sessions.queryOptions());
  const refreshes = [trpc.account.sessions.pathFilter()];
  const end = useChange(rpc.account.endSession.mutate, { said: () => t('sessions.ended'), refreshes });
  const endOthers = useChange(() => rpc.account.endOtherSessions.mutate(), {
    said: () => t('sessions.othersEnded'),
    refreshes,
  });
  const sessions = query.data?.sessions ?? [];
  const others = sessions.filter(({ current }) => !current);
  const sorted = [...sessions.filter(({ current }) => current), ...others];

  return (
    <Page
      title={t('nav.sessions')}
      lead={t('sessions.lead')}
      actions={
        others.length > 0 ? (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query} rows={2}>
        {() => (
          <>
            <ul className="divide-y divide-line">
              {sorted.map((session) => {
                const { browser, system, phone } = nameBrowser(session.userAgent);
                const Icon = phone ? Smartphone : Monitor;
                return (
                  <li key={session.id} className="flex items-center gap-3.5 py-3.5">
                    <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-2">
                      <Icon className="size-5" aria-hidden />
                    </span>
                    <div className="min-w-0 flex-1">
                      <p className="flex flex-wrap items-center gap-x-2.5 font-medium">
                        {browser
                          ? system
                            ? t('sessions.on', { browser, system })
                            : browser
                          : t('sessions.unknown')}
                        {session.current && (
                          <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent">
                            {t('sessions.current')}
                          </span>
                        )}
                      </p>
                      <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3">
                        <span>{t('sessions.signedIn', { when: when(session.signedInAt) })}</span>
                        <span>{t('sessions.expires', { when: when(session.expiresAt) })}</span>
                      </p>
                    </div>
                    {!session.current && (
                      <Button
                        size="small"
                        variant="dangerQuiet"
                        disabled={end.isPending}
                        onClick={() => end.mutate({ id: session.id })}
                      >
                        {t('sessions.end')}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
            {others.length === 0 && <p className="mt-4 text-sm text-ink-3">{t('sessions.only')}</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}
