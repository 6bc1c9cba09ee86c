import { z } from 'zod';
import { deleteSchedule as remove } from '../schedules/schedules.ts';
import { actOn } from './act-on.ts';
import { changesSchedules, schedule, scheduleInput } from './schedule.ts';
import { assistantTool } from './tool.ts';

export const deleteSchedule = assistantTool({
  name: 'delete_schedule',
  writes: true,
  description: 'Delete a schedule for good. Only when the person asks for that; else it is paused.',
  input: z.object({ schedule: scheduleInput }),
  isOffered: changesSchedules,
  run: (turn, { schedule: words }, name) =>
    actOn(turn, name, schedule, words, async (row) => {
      await remove(turn.deps, turn.user.id, row.id);
      return row;
    }),
});
