import { z } from 'zod';
import { dateNow } from '../language/date-now.ts';
import { zoneOf } from '../time/settings.ts';
import { assistantTool } from './call/tool.ts';
import { dayFrom } from './due.ts';

export const currentDate = assistantTool({
  name: 'current_date',
  writes: false,
  isForRuns: true,
  description:
    'The current date, time and weekday where the person is, and their time zone; with `when`, the date that it means, and how far away it is.',
  input: z.object({
    when: z
      .string()
      .max(300)
      .optional()
      .describe('Another day in words: "in 100 days", "next Friday". Do not work out dates yourself.'),
  }),
  run: async (turn, { when }, name) => {
    const { deps, user, log } = turn;
    log.note(name, '', 'done');
    if (when !== undefined) return { ok: true, ...(await dayFrom(turn, when)) };
    return { ok: true, ...dateNow(deps.clock.now(), await zoneOf(deps, user.id)) };
  },
});
