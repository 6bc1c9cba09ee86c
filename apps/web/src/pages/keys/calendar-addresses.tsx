import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CalendarDays, Plus } from '~icons';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/dialog.tsx';
import { ShownOnce } from '../../ui/dialog/shown-once.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Empty, List, Loaded } from '../../ui/page/content.tsx';
import { PartHeading } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';
import { CredentialRow } from './credential-row.tsx';

const refreshes = [trpc.calendarFeeds.pathFilter()];

/** The secret addresses for calendar programs. */
export function CalendarAddresses() {
  const [revoking, setRevoking] = useState<string | null>(null);
  const feeds = useQuery(trpc.calendarFeeds.list.queryOptions());
  const create = useChange(rpc.calendarFeeds.create.mutate, { refreshes });
  return (
    <section className="mt-12 border-t border-line pt-8">
      <PartHeading id="calendar" className="font-display text-lg font-semibold">
        {t('calendar.title')}
      </PartHeading>
      <p className="mt-2 leading-relaxed text-pretty text-ink-2">{t('calendar.lead')}</p>
      <div className="mt-4 mb-6 flex flex-wrap gap-2">
        {(['events', 'tasks'] as const).map((form) => (
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
      {create.data && (
        <ShownOnce
          title={t('calendar.created')}
          description={t('calendar.createdText')}
          secret={create.data.url}
          copyLabel={t('connect.copyAddress')}
          onClose={create.reset}
        />
      )}
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
