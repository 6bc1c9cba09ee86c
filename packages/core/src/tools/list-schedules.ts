import { z } from 'zod';
import { placeOf } from '../time/settings.ts';
import { nextOf, schedule } from './schedule.ts';
import { assistantTool } from './tool.ts';

export const listSchedules = assistantTool({
  name: 'list_schedules',
  writes: false,
  description: 'List what is asked to you at set times, newest first.',
  input: z.object({}),
  isOffered: ({ deps, stateless }) => deps.settings.schedules && !stateless,
  run: async (turn, _input, name) => {
    const [rows, { calendar }] = await Promise.all([schedule.rows(turn), placeOf(turn.deps, turn.user.id)]);
    turn.log.note(name, '', 'done');
    return {
      ok: true,
      count: rows.length,
      schedules: rows.map((row) => ({ ...schedule.shown(row), next: nextOf(turn, calendar, row) })),
    };
  },
});
