import { type ListedRows, patchRows } from './rows.ts';
import { queryClient, rpc, shownAtOnce, trpc } from './service/client.ts';

export type ShownSchedule = ListedRows['schedules'];
export type ShownRun = Awaited<ReturnType<typeof rpc.schedules.runs.query>>['runs'][number];

export const schedulesQuery = trpc.schedules.list.queryOptions({});

/** Shows a stored schedule in the place of the one before it, or as the newest. */
export const showSchedule = (stored: ShownSchedule) =>
  patchRows('schedules', (schedules) =>
    schedules.some(({ id }) => id === stored.id)
      ? schedules.map((schedule) => (schedule.id === stored.id ? stored : schedule))
      : [stored, ...schedules],
  );

/** Shows the change at once; reverts it, and throws, when it could not be stored. */
export async function setScheduleState(before: ShownSchedule, state: 'active' | 'paused'): Promise<void> {
  await queryClient.cancelQueries(schedulesQuery);
  const { schedule } = await shownAtOnce(
    () => showSchedule({ ...before, state, reason: null, nextAt: null }),
    () => rpc.schedules.change.mutate({ id: before.id, state }),
    () => showSchedule(before),
  );
  showSchedule(schedule);
}
