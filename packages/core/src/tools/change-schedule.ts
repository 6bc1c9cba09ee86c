import { limits, type Schedule } from '@jarvis/contract';
import { z } from 'zod';
import { changeSchedule as change } from '../schedules/schedules.ts';
import { actOn } from './act-on.ts';
import { repeatInput, whenInput } from './due.ts';
import {
  changesSchedules,
  notifyInput,
  schedule,
  scheduleInput,
  searchInput,
  searchOf,
  tellingOf,
  timesFrom,
} from './schedule.ts';
import { assistantTool } from './tool.ts';
import { isFromWeb, refuse } from './tool-context.ts';

export const changeSchedule = assistantTool({
  name: 'change_schedule',
  writes: true,
  description:
    'Change a schedule, pause it ("stop the morning report") or resume it. New times replace the old ones as a whole.',
  input: z.object({
    schedule: scheduleInput,
    state: z.enum(['active', 'paused']).optional(),
    prompt: z.string().trim().min(1).max(limits.schedulePromptCharsMax).optional(),
    when: whenInput,
    repeat: repeatInput,
    search: searchInput,
    notify: notifyInput,
  }),
  isOffered: changesSchedules,
  run: async (turn, { schedule: words, state, prompt, when, repeat, search, notify }, name) => {
    if (prompt !== undefined && isFromWeb(turn, prompt))
      return refuse('not_asked', 'The new prompt must be in the words of the person.');
    const times = when || repeat ? await timesFrom(turn, { when, repeat }) : undefined;
    if (times && 'reason' in times) return times;
    const wanted = {
      ...times,
      state,
      prompt: prompt?.toWellFormed(),
      webSearch: searchOf(turn, search),
      notify,
    };
    const changed = ({ id }: Schedule) => change(turn.deps, turn.user.id, { id, ...wanted }, turn.by);
    return actOn(turn, name, schedule, words, changed, (row) => tellingOf(turn, row));
  },
});
