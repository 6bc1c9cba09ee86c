import { z } from 'zod';
import { dateNow } from '../language/date-now.ts';
import { zoneOf } from '../time/settings.ts';
import { assistantTool } from './tool.ts';

export const currentDate = assistantTool({
  name: 'current_date',
  writes: false,
  isForRuns: true,
  description: 'The current date, time and weekday where the person is, and their time zone.',
  input: z.object({}),
  run: async ({ deps, user, log }) => {
    log.note('current_date', '', 'done');
    return { ok: true, ...dateNow(deps.clock.now(), await zoneOf(deps, user.id)) };
  },
});
