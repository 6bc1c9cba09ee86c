import { z } from 'zod';
import { schedule } from './schedule.ts';
import { assistantTool } from './tool.ts';

export const listSchedules = assistantTool({
  name: 'list_schedules',
  writes: false,
  description: 'List what is asked to you at set times, newest first.',
  input: z.object({}),
  isOffered: ({ deps, stateless }) => deps.settings.schedules && !stateless,
  run: async (turn) => {
    const rows = await schedule.rows(turn);
    turn.log.note('list_schedules', '', 'done');
    return { ok: true, count: rows.length, schedules: rows.map(schedule.shown) };
  },
});
