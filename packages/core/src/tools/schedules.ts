import { limits, type Schedule } from '@jarvis/contract';
import { z } from 'zod';
import { channelsOfResults } from '../deliveries/notify.ts';
import * as schedules from '../schedules/schedules.ts';
import { cutAtWord } from '../text/cut.ts';
import type { Calendar } from '../time/load-calendar.ts';
import { localFrom } from '../time/local.ts';
import { sayTime } from '../time/say-time.ts';
import { placeOf } from '../time/settings.ts';
import { actOn, type Thing } from './act-on.ts';
import { assistantTool, offeredIf } from './call/tool.ts';
import { isFromWeb, Refusal, requireAsked, type ToolContext } from './call/tool-context.ts';
import { dueFrom, dueInput } from './due.ts';
import { tidyTitle } from './tasks.ts';

const schedule: Thing<Schedule> = {
  name: 'schedule',
  rows: ({ deps, user }) => schedules.listSchedules(deps, user.id),
  textOf: ({ title }) => title,
  shown: ({ createdAt: _, updatedAt: __, createdBy: ___, ...fields }) => fields,
  times: async (turn) => {
    const { calendar } = await placeOf(turn.deps, turn.user.id);
    return (row) => ({ next: nextOf(turn, calendar, row) });
  },
  preferred: ({ state }) => state === 'active',
};

const scheduleInput = z.string().min(1).max(500).describe('The id of the schedule, or words of its title.');
/** Its times, and how it runs. */
const howInput = {
  ...dueInput.pick({ when: true, repeat: true }).shape,
  search: z
    .boolean()
    .optional()
    .describe('Whether its runs may search the web. Only if the person wants it.'),
  notify: z
    .enum(['always', 'when_found', 'never'])
    .optional()
    .describe('`when_found`: only if there is something to tell ("only if something changed").'),
};

const listSchedules = assistantTool({
  name: 'list_schedules',
  writes: false,
  description: 'List what is asked to you at set times, newest first.',
  input: z.object({}),
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

const createSchedule = assistantTool({
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
    ...howInput,
  }),
  run: async (turn, { prompt: wanted, title: named = '', when, repeat, search, notify }, name) => {
    const prompt = wanted.trim().toWellFormed();
    const tidy = tidyTitle(named);
    const title = tidy && cutAtWord(tidy, limits.scheduleTitleCharsMax);
    if (prompt === '') throw new Refusal('invalid', 'The prompt is empty.');
    const asked = requireAsked(turn, name, prompt);
    // A title is shown to the person as theirs.
    const isTheirs = title !== undefined && !isFromWeb(turn, title);
    const times = await timesFrom(turn, { when, repeat });
    const made = await schedules.createSchedule(turn.deps, turn.user.id, {
      ...{ prompt, ...times, webSearch: searchOf(turn, search), notify, createdBy: 'assistant', by: turn.by },
      ...(isTheirs && { title }),
      model: turn.deps.model.name,
    });
    turn.log.madeSchedules.push({ id: made.id, title: made.title });
    turn.log.noteChange(asked, made.title);
    return { ok: true, schedule: schedule.shown(made), ...(await tellingOf(turn, made)) };
  },
});

const changeSchedule = assistantTool({
  name: 'change_schedule',
  writes: true,
  description:
    'Change a schedule, pause it ("stop the morning report") or resume it. New times replace the old ones as a whole.',
  input: z.object({
    schedule: scheduleInput,
    state: z.enum(['active', 'paused']).optional(),
    prompt: z.string().trim().min(1).max(limits.schedulePromptCharsMax).optional(),
    ...howInput,
  }),
  run: async (turn, { schedule: words, state, prompt, when, repeat, search, notify }, name) => {
    if (prompt !== undefined && isFromWeb(turn, prompt))
      throw new Refusal('not_asked', 'The new prompt must be in the words of the person.');
    const wanted = {
      ...((when || repeat) && (await timesFrom(turn, { when, repeat }))),
      state,
      prompt: prompt?.toWellFormed(),
      webSearch: searchOf(turn, search),
      notify,
    };
    const changed = ({ id }: Schedule) =>
      schedules.changeSchedule(turn.deps, turn.user.id, { id, ...wanted }, turn.by);
    return actOn(turn, name, schedule, words, changed, (row) => tellingOf(turn, row));
  },
});

const deleteSchedule = assistantTool({
  name: 'delete_schedule',
  writes: true,
  description: 'Delete a schedule for good. Only when the person asks for that; else it is paused.',
  input: z.object({ schedule: scheduleInput }),
  run: (turn, { schedule: words }, name) =>
    actOn(turn, name, schedule, words, ({ id }) => schedules.deleteSchedule(turn.deps, turn.user.id, id)),
});

/** Whether its runs search: text from the web in the turn cannot switch that on. */
const searchOf = ({ log }: ToolContext, search: boolean | undefined): boolean | undefined =>
  search && log.hasWebText ? undefined : search;

/** The times of a schedule, from words. */
async function timesFrom(
  turn: ToolContext,
  said: Pick<z.infer<typeof dueInput>, 'when' | 'repeat'>,
): Promise<Pick<Schedule, 'start' | 'repeat'> & { timeZone: string | null }> {
  const { due, repeat } = (await dueFrom(turn, said)).fieldsFor();
  const { date = '', time = null, timeZone = null } = due ?? {};
  return { start: localFrom(date, time), repeat: repeat ?? null, timeZone };
}

/** The facts of a schedule for the person: its next run, and the channels of its results. */
async function tellingOf(turn: ToolContext, row: Schedule): Promise<object> {
  if (row.nextAt === null) return {};
  const { deps, user } = turn;
  const [{ calendar }, toldBy] = await Promise.all([
    placeOf(deps, user.id),
    channelsOfResults(deps, user.id),
  ]);
  return { next: nextOf(turn, calendar, row), toldBy };
}

/** The next run, in words. */
function nextOf(
  { deps: { clock }, language }: ToolContext,
  calendar: Calendar,
  { nextAt, timeZone, repeat }: Schedule,
): string | undefined {
  if (nextAt === null) return undefined;
  const [nowMs, atMs] = [clock.now(), Date.parse(nextAt)];
  const start = calendar.localOf(atMs, timeZone);
  return sayTime({ start, timeZone, atMs, repeat }, language, nowMs, calendar);
}

export const scheduleTools = offeredIf(
  ({ deps, hasSchedules }) => deps.settings.schedules && hasSchedules,
  ...[listSchedules, createSchedule, changeSchedule, deleteSchedule],
);

/** For the runs of schedules. */
export const nothingToReport = assistantTool({
  name: 'nothing_to_report',
  writes: false,
  isForRuns: true,
  description: 'Report that there is nothing to tell the person this time. Then they are not told anything.',
  input: z.object({}),
  isOffered: ({ unattended }) => unattended?.onlyIfFound === true,
  run: ({ log }, _input, name) => {
    log.foundNothing = true;
    log.note(name, '', 'done');
    return { ok: true };
  },
});
