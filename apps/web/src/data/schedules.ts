import type { Schedule } from '@jarvis/contract';
import { patchRows } from './rows.ts';
import { queryClient, rpc, shownAtOnce, trpc } from './service/client.ts';

export const schedulesQuery = trpc.schedules.list.queryOptions({});

/** Shows a stored schedule in the place of the one before it, or as the newest. */
export const showSchedule = (stored: Schedule) =>
  patchRows('schedules', (schedules) =>
    schedules.some(({ id }) => id === stored.id)
      ? schedules.map((schedule) => (schedule.id === stored.id ? stored : schedule))
      : [stored, ...schedules],
  );

/** Shows the change at once; reverts it, and throws, when it could not be stored. */
export async function setScheduleState(before: Schedule, state: 'active' | 'paused'): Promise<void> {
  await queryClient.cancelQueries(schedulesQuery);
  const { schedule } = await shownAtOnce(
    () => showSchedule({ ...before, state, reason: null, nextAt: null }),
    () => rpc.schedules.change.mutate({ id: before.id, state }),
    () => showSchedule(before),
  );
  showSchedule(schedule);
}
