import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Check, ListTodo } from '~icons';
import { keep, kept } from '../../data/browser/kept.ts';
import { donePages, isOpen, openQuery, together } from '../../data/task-lists.ts';
import { t } from '../../i18n/translate.ts';
import { usePendingDeletions } from '../../ui/feedback/deletions.ts';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { Empty, Filter, List, Loaded, Page } from '../../ui/page/page.tsx';
import { useHere } from '../times/due-text.ts';
import { newestFirst, soonestFirst } from './due-order.ts';
import { QuickAdd } from './quick-add.tsx';
import { TaskRow } from './task-row.tsx';

type View = 'open' | 'done' | 'all';
type Order = 'newest' | 'soonest';
const orderKey = 'jarvis:tasks-order';

export function TasksPage() {
  const here = useHere();
  const [view, setView] = useState<View>('open');
  const [order, setOrder] = useState<Order>(() => (kept(orderKey) === 'soonest' ? 'soonest' : 'newest'));
  const donePaged = useInfiniteQuery(donePages);
  const query = together([useQuery(openQuery), donePaged]);
  const deleted = usePendingDeletions();
  const all = newestFirst(query.data ?? []).filter((task) => !deleted.has(task.id));
  const open = all.filter(isOpen);
  const done = all.filter((task) => !isOpen(task));
  const listed = view === 'all' ? all : view === 'open' ? open : done;
  const shown = order === 'soonest' ? soonestFirst(listed, here.accountZone) : listed;

  return (
    <Page title={t('nav.tasks')} lead={t('tasks.lead')}>
      <QuickAdd here={here} />
      <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Filter
          label={t('common.show')}
          value={view}
          onChange={setView}
          options={[
            ['open', t('tasks.open'), query.data && open.length],
            ['done', t('tasks.done'), donePaged.hasNextPage ? undefined : query.data && done.length],
            ['all', t('tasks.all')],
          ]}
        />
        <select
          aria-label={t('tasks.order')}
          value={order}
          onChange={({ target: { value } }) => {
            keep(orderKey, value);
            setOrder(value === 'soonest' ? 'soonest' : 'newest');
          }}
          className="tap h-9 max-sm:w-full rounded-lg border border-line bg-raised px-2 text-sm text-ink-2 hover:border-line-strong"
        >
          <option value="newest">{t('tasks.newest')}</option>
          <option value="soonest">{t('tasks.soonest')}</option>
        </select>
      </div>
      <Loaded query={query}>
        {() => (
          <List
            of={shown}
            empty={
              view === 'done' ? (
                <Empty icon={<Check />} title={t('tasks.emptyDone')} text={t('tasks.emptyDoneText')} />
              ) : (
                <Empty icon={<ListTodo />} title={t('tasks.emptyOpen')} text={t('tasks.emptyOpenText')} />
              )
            }
          >
            {(task) => <TaskRow key={task.id} task={task} here={here} />}
          </List>
        )}
      </Loaded>
      {view !== 'open' && <LoadMore query={donePaged} />}
    </Page>
  );
}
