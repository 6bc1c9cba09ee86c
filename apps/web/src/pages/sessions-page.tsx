import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from '~icons';
import { rpc, trpc } from '../data/service/client.ts';
import { t } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { useChange } from '../ui/feedback/use-change.ts';
import { Badge, List, Loaded, Page, Row, RowButton } from '../ui/page/page.tsx';
import { when } from '../ui/when.tsx';
import { browserText, isPhone } from './name-browser.ts';

export function SessionsPage() {
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
      hasControls={others.length > 0}
      actions={
        others.length > 0 ? (
          <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query} rows={2}>
        {() => (
          <>
            <List of={sorted}>
              {(session) => {
                const Icon = isPhone(session.userAgent) ? Smartphone : Monitor;
                const browser = browserText(session.userAgent);
                return (
                  <Row
                    key={session.id}
                    icon={
                      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-2">
                        <Icon className="size-5" />
                      </span>
                    }
                    name={
                      <>
                        {browser}
                        {session.current && <Badge>{t('sessions.current')}</Badge>}
                      </>
                    }
                    notes={[
                      t('sessions.signedIn', { when: when(session.signedInAt) }),
                      t('sessions.expires', { when: when(session.expiresAt) }),
                    ]}
                  >
                    {!session.current && (
                      <RowButton
                        action={t('sessions.end')}
                        of={`${browser}, ${when(session.signedInAt)}`}
                        variant="dangerQuiet"
                        disabled={end.isPending}
                        onClick={() => end.mutate({ id: session.id })}
                      />
                    )}
                  </Row>
                );
              }}
            </List>
            {others.length === 0 && <p className="mt-4 text-sm text-ink-3">{t('sessions.only')}</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}
