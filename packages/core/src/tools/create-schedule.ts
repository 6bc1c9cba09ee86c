import { limits } from '@jarvis/contract';
import { z } from 'zod';
import { cutAtWord } from '../language/cut.ts';
import { createSchedule as makeSchedule } from '../schedules/schedules.ts';
import { repeatInput, whenInput } from './due.ts';
import {
  changesSchedules,
  notifyInput,
  schedule,
  searchInput,
  searchOf,
  tellingOf,
  timesFrom,
} from './schedule.ts';
import { tidyTitle } from './task.ts';
import { assistantTool } from './tool.ts';
import { isFromWeb, refuse, refusedWrite } from './tool-context.ts';

export const createSchedule = assistantTool({
  name: 'create_schedule',
  writes: true,
  description:
    'Have a question asked to you again at set times, with nobody watching ("every weekday at 8 tell me what is due"). Its runs read and search, and change nothing: for "remind me" or "add … every Monday" add a task that repeats. Tell the person `next` as it is, whether it searches the web, where it is told (`toldBy`), and that "stop" or "delete" and its title ends it.',
  input: z.object({
    prompt: z
      .string()
      .min(1)
      .max(limits.schedulePromptCharsMax)
      .describe('What is asked each time, in the words of the person, without the time.'),
    title: z.string().optional().describe('A short name for it.'),
    when: whenInput,
    repeat: repeatInput,
    search: searchInput,
    notify: notifyInput,
  }),
  isOffered: changesSchedules,
  run: async (turn, { prompt: asked, title: named = '', when, repeat, search, notify }, name) => {
    const prompt = asked.trim().toWellFormed();
    const tidy = tidyTitle(named);
    const title = tidy && cutAtWord(tidy, limits.scheduleTitleCharsMax);
    if (prompt === '') return refuse('invalid', 'The prompt is empty.');
    const refused = refusedWrite(turn, name, prompt);
    if (refused) return refused;
    // A title is shown to the person as theirs.
    const isTheirs = title !== undefined && !isFromWeb(turn, title);
    const times = await timesFrom(turn, { when, repeat });
    if ('reason' in times) return times;
    const made = await makeSchedule(turn.deps, turn.user.id, {
      ...{ prompt, ...times, webSearch: searchOf(turn, search), notify, createdBy: 'assistant', by: turn.by },
      ...(isTheirs && { title }),
      model: turn.deps.model.name,
    });
    turn.log.madeSchedules.push({ id: made.id, title: made.title });
    turn.log.noteChange(name, made.title);
    return {
      ok: true,
      schedule: schedule.shown({ ...made, fromWeb: false }),
      ...(await tellingOf(turn, made)),
    };
  },
});
