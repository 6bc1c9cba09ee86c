import type { InAppNotification, Snooze } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellRing, Check, X } from '~icons';
import { notificationsQuery } from '../../data/notifications.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/button.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { IconMenu, menuItem } from '../../ui/menu/menu.tsx';
import { List } from '../../ui/page/content.tsx';
import { when } from '../../ui/when.tsx';

const snoozes = ['10m', '1h', 'evening', 'tomorrow', 'monday'] as const satisfies Snooze[];

/**
 * Unread notifications. For a reminder, the person ticks the task, snoozes it, or marks it as read. Results of
 * schedules are only in the list of notifications.
 */
export function Reminded() {
  const { data } = useQuery(notificationsQuery);
  const unread =
    data?.notifications.filter(({ kind, readAt }) => readAt === null && kind !== 'schedule') ?? [];
  if (unread.length === 0) return null;
  return (
    <section aria-labelledby="reminded" className="mb-8 rounded-2xl border border-line bg-raised px-4 py-3">
      <h2 id="reminded" className="mb-1 flex items-center gap-2 font-display text-lg font-semibold">
        <BellRing className="size-4 text-accent" /> {t('reminded.title')}
      </h2>
      <List of={unread}>
        {(notification) => <Reminder key={notification.id} notification={notification} />}
      </List>
    </section>
  );
}

function Reminder({ notification }: { notification: InAppNotification }) {
  const { id, title, taskId, reminderId, createdAt, late, missed } = notification;

  const answer = useChange(
    async (change: () => Promise<unknown>) => {
      await change();
      await rpc.notifications.mark.mutate({ id, read: true });
    },
    { refreshes: [trpc.notifications.inApp.pathFilter(), trpc.tasks.list.pathFilter()] },
  );

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
      <div className="min-w-40 flex-1">
        <p dir="auto" className="wrap-anywhere">
          {title}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{when(createdAt)}</span>
          {late && <span>{t('reminded.late')}</span>}
          {missed > 0 && <span>{t('reminded.missed', { count: missed })}</span>}
        </p>
      </div>
      <div className="flex items-center gap-1.5">
        {reminderId && taskId && (
          <>
            <IconButton
              icon={<Check />}
              label={t('tasks.complete', { title })}
              onClick={() => answer.mutate(() => rpc.tasks.update.mutate({ id: taskId, status: 'done' }))}
            />
            <IconMenu
              label={t('reminded.snooze', { title })}
              icon={<AlarmClock />}
              entries={snoozes.map((snooze) =>
                menuItem(t(`reminded.${snooze}`), null, () =>
                  answer.mutate(() => rpc.reminders.snooze.mutate({ id: reminderId, snooze })),
                ),
              )}
            />
          </>
        )}
        <IconButton
          icon={<X />}
          label={t('reminded.read', { title })}
          onClick={() => answer.mutate(async () => {})}
        />
      </div>
    </li>
  );
}
