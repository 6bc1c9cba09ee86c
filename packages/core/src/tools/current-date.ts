import { z } from 'zod';
import { dateNow } from '../language/date-now.ts';
import { assistantTool } from './tool.ts';

export const currentDate = assistantTool({
  name: 'current_date',
  writes: false,
  description: 'The current date, time, weekday and time zone.',
  input: z.object({}),
  run: ({ deps, log }) => {
    log.note('current_date', '', 'done');
    return { ok: true, ...dateNow(deps.clock.now()) };
  },
});
