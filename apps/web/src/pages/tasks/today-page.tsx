import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from '~icons';
import { dueQuery, isOpen, together } from '../../data/task-lists.ts';
import { t } from '../../i18n/translate.ts';
import { usePendingDeletions } from '../../ui/feedback/deletions.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty, List, Loaded } from '../../ui/page/content.tsx';
import { useHeldRows } from '../../ui/page/held-rows.ts';
import { Page } from '../../ui/page/page.tsx';
import { useHere } from '../times/due-text.ts';
import { todayIn } from '../times/local-time.ts';
import { groupOf, soonestFirst } from './due-order.ts';
import { QuickAdd } from './quick-add.tsx';
import { Reminded } from './reminded.tsx';
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
  const deleted = usePendingDeletions('tasks');
  const today = todayIn(accountZone, nowMs);
  const rows = useHeldRows(query.data?.filter(isOpen) ?? []);
  const open = rows.shown.filter((task) => !deleted.has(task.id));
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
              <Empty icon={<CalendarCheck />} title={t('today.empty')}>
                {t('today.emptyText')}
              </Empty>
            ) : (
              groups.map(({ group, tasks }) => (
                <section key={group} aria-labelledby={`due-${group}`}>
                  <h2 id={`due-${group}`} className="mb-1 font-display text-lg font-semibold">
                    {t(`today.${group}`)}{' '}
                    <span className="font-sans text-sm font-normal text-ink-3 tabular-nums">
                      {tasks.length}
                    </span>
                  </h2>
                  <List of={tasks}>
                    {(task) => <TaskRow key={task.id} task={task} here={here} {...rows.heldOf(task)} />}
                  </List>
                </section>
              ))
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}
