import type { DueFilter, ShownTask } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { pagedList } from './paged-list.ts';
import { rpc, trpc } from './service/client.ts';

/** Every open task, newest first: however many newer ones were added, an old one is still to be done. */
export const openQuery = queryOptions({
  queryKey: [...trpc.tasks.list.pathKey(), 'open'],
  queryFn: async ({ signal }) => {
    const tasks: ShownTask[] = [];
    for (;;) {
      const after = tasks.at(-1)?.id;
      const page = await rpc.tasks.list.query(
        { include: 'due', status: 'open', ...(after && { after }) },
        { signal },
      );
      tasks.push(...page.tasks);
      if (page.tasks.length < limits.taskListMax) return { tasks };
    }
  },
  select: ({ tasks }) => tasks,
});

/** Completed tasks, newest first, page by page. */
export const donePages = pagedList({
  queryKey: [...trpc.tasks.list.pathKey(), 'done'],
  read: (input, options) => rpc.tasks.list.query({ include: 'due', status: 'done', ...input }, options),
  rowsOf: ({ tasks }) => tasks,
  size: limits.taskListMax,
});

/** Open tasks by due time. The lists change with time, not only with tasks. */
export const dueQuery = (due: DueFilter) => ({
  ...trpc.tasks.list.queryOptions({ include: 'due', due }, { refetchInterval: 600_000 }),
  select: ({ tasks }: { tasks: ShownTask[] }) => tasks,
});

export const isOpen = ({ status }: { status: string }): boolean => status === 'open';

/** Several lists as one, each task once: a changed task may be in two of them until both are read again. */
export function together<Task extends { readonly id: string }>(
  lists: readonly Pick<UseQueryResult<readonly Task[], unknown>, 'data' | 'error' | 'refetch'>[],
) {
  const tasks = new Map(lists.flatMap(({ data = [] }) => data).map((task) => [task.id, task]));
  return {
    data: lists.some(({ data }) => !data) ? undefined : [...tasks.values()],
    error: lists.find(({ error }) => error)?.error,
    refetch: () => Promise.all(lists.map((list) => list.refetch())),
  };
}
