import type { DueFilter } from '@jarvis/contract';
import { trpc } from './service/client.ts';

/** Every task, newest first. */
export const tasksQuery = trpc.tasks.list.queryOptions({ include: 'due' });

/** Open tasks by due time. The lists change with time, not only with tasks. */
export const dueQuery = (due: DueFilter) =>
  trpc.tasks.list.queryOptions({ include: 'due', due }, { refetchInterval: 600_000 });

export const isOpen = ({ status }: { readonly status: string }): boolean => status === 'open';
