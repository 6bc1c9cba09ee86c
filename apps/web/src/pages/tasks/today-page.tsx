import type { InAppNotification, Snooze } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { AlarmClock, BellRing, CalendarCheck, Check, X } from '~icons';
import { notificationsQuery } from '../../data/notifications.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { dueQuery, isOpen, together } from '../../data/task-lists.ts';
import { t } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/button.tsx';
import { usePendingDeletions } from '../../ui/feedback/deletions.ts';
import { announce } from '../../ui/feedback/live-region.tsx';
import { offerUndo, showFailure } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { IconMenu, menuItem } from '../../ui/menu/menu.tsx';
import { Empty, List, Loaded, Page } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';
import { useHere } from '../times/due-text.ts';
import { todayIn } from '../times/local-time.ts';
import { groupOf, soonestFirst } from './due-order.ts';
import { QuickAdd } from './quick-add.tsx';
import { TaskRow } from './task-row.tsx';

/** Overdue tasks, tasks due today, and tasks due in the next seven days. */
export function TodayPage() {
  const here = useHere();
  const { accountZone, nowMs, locale } = here;
  const query = together([
    useQuery(dueQuery('overdue')),
    useQuery(dueQuery('today')),
    useQuery(dueQuery('upcoming')),
  ]);
  const deleted = usePendingDeletions();
  const today = todayIn(accountZone, nowMs);
  const open = query.data?.filter((task) => isOpen(task) && !deleted.has(task.id)) ?? [];
  const groups = (['overdue', 'today', 'week'] as const)
    .map((group) => ({
      group,
      tasks: soonestFirst(
        open.filter((task) => groupOf(task, accountZone, nowMs) === group),
        accountZone,
      ),
    }))
    .filter(({ tasks }) => tasks.length > 0);

  return (
    <Page
      title={t('nav.today')}
      lead={new Date(`${today}T00:00:00Z`).toLocaleDateString(locale, {
        timeZone: 'UTC',
        weekday: 'long',
        day: 'numeric',
        month: 'long',
      })}
      actions={
        <LinkButton to="/tasks" size="small" className="print:hidden">
          {t('today.all')}
        </LinkButton>
      }
    >
      <Reminded />
      <QuickAdd here={here} day={today} />
      <div className="mt-8 space-y-8">
        <Loaded query={query}>
          {() =>
            groups.length === 0 ? (
              <Empty icon={<CalendarCheck />} title={t('today.empty')} text={t('today.emptyText')} />
            ) : (
              groups.map(({ group, tasks }) => (
                <section key={group} aria-labelledby={`due-${group}`}>
                  <h2 id={`due-${group}`} className="mb-1 font-display text-lg font-semibold">
                    {t(`today.${group}`)}{' '}
                    <span className="font-sans text-sm font-normal text-ink-3 tabular-nums">
                      {tasks.length}
                    </span>
                  </h2>
                  <List of={tasks}>{(task) => <TaskRow key={task.id} task={task} here={here} />}</List>
                </section>
              ))
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}

const snoozes = ['10m', '1h', 'evening', 'tomorrow', 'monday'] as const satisfies Snooze[];

/**
 * Unread notifications. For a reminder, the person ticks the task, snoozes it, or marks it as read. Results of
 * schedules are only in the list of notifications.
 */
function Reminded() {
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
              onClick={() => answer.mutate(() => tick(taskId, title))}
            />
            <IconMenu
              label={t('reminded.snooze', { title })}
              icon={<AlarmClock />}
              entries={snoozes.map((snooze) =>
                menuItem(t(`reminded.${snooze}`), null, () =>
                  answer.mutate(async () => {
                    await rpc.reminders.snooze.mutate({ id: reminderId, snooze });
                    announce(t('reminded.snoozed', { title }));
                  }),
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

/** The task leaves the page with its reminder, so undo is offered. */
async function tick(id: string, title: string): Promise<void> {
  const setStatus = (status: 'open' | 'done') => rpc.tasks.update.mutate({ id, status });
  await setStatus('done');
  offerUndo(t('tasks.completed', { title }), () => void setStatus('open').catch(showFailure));
}
