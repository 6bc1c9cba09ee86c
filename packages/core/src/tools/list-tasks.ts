import { createTaskInput, type TaskStatus, taskStatus } from '@jarvis/contract';
import { z } from 'zod';
import { pick } from '../db/rows.ts';
import type { MarkedTask } from '../tasks/due.ts';
import { listMarkedTasks, pageOfTasks } from '../tasks/lists.ts';
import { countTasks } from '../tasks/queries.ts';
import { knownZone, localFrom } from '../time/local.ts';
import { placeOf } from '../time/settings.ts';
import { assistantTool } from './call/tool.ts';
import { marked, type ToolContext } from './call/tool-context.ts';
import { dayFrom, dueSayer } from './due.ts';

const dueChoice = z.enum(['overdue', 'today', 'week']);
const shownMax = 100;

export const listTasks = assistantTool({
  name: 'list_tasks',
  writes: false,
  isForRuns: true,
  description: `List the tasks of the person, open ones first, newest first, at most ${shownMax}; \`open\` is the number of open ones. With \`due\`, the open ones that are overdue, due today (overdue ones too), or due until a week from now, soonest first. With \`on\`, those of another day or of a period.`,
  input: z.object({
    status: taskStatus.optional(),
    due: dueChoice.optional(),
    on: z
      .string()
      .max(300)
      .optional()
      .describe('A day or a period ("tomorrow", "in December"), in the words of the person.'),
  }),
  run: async (turn, { status, due, on }, name) => {
    const date = on === undefined ? undefined : await dayFrom(turn, on);
    const wanted = date?.span ?? due;
    const { tasks, open, done } = await (wanted === undefined
      ? newestTasks(turn, status)
      : dueTasks(turn, wanted, status));
    turn.log.note(name, '', 'done');
    const page = tasks.slice(0, shownMax);
    turn.unattended?.personal.push(...page.map(({ title }) => title));
    const dueOf = await dueSayer(turn);
    const shown = page.map((task) => ({ ...shownTask(task), due: dueOf(task) }));
    return { ok: true, count: open + done, open, ...marked(turn, page), tasks: shown };
  },
});

/** A task in the answer of a tool. */
export const shownTask = ({ id, status, fromWeb, ...fields }: MarkedTask): object => ({
  id,
  ...pick(fields, createTaskInput.shape),
  status,
  ...(fromWeb && { fromWeb }),
});

interface Listed {
  readonly tasks: readonly MarkedTask[];
  /** The numbers of tasks, also of those that are not among `tasks`. */
  readonly open: number;
  readonly done: number;
}

async function newestTasks({ deps, user }: ToolContext, status: TaskStatus | undefined): Promise<Listed> {
  const count = async (counted: TaskStatus) =>
    status === undefined || status === counted
      ? ((await countTasks.first(deps.db, { userId: user.id, status: counted }))?.count ?? 0)
      : 0;
  const [tasks, open, done] = await Promise.all([
    listMarkedTasks(deps, user.id, status, shownMax),
    count('open'),
    count('done'),
  ]);
  return { tasks, open, done };
}

const weekMs = 7 * 86_400_000;

async function dueTasks(
  turn: ToolContext,
  due: z.infer<typeof dueChoice> | readonly [string, string],
  status: TaskStatus | undefined,
): Promise<Listed> {
  const { deps, user } = turn;
  const filters = {
    overdue: ['overdue'],
    today: ['overdue', 'today'],
    week: ['overdue', 'today', 'upcoming'],
  } as const;
  const isChoice = typeof due === 'string';
  const lists = await Promise.all(
    filters[isChoice ? due : 'week'].map((filter) => pageOfTasks(deps, user.id, { due: filter, status })),
  );
  const isWanted = isChoice ? isWithinWeek(turn) : await isOfSpan(turn, due);
  const tasks = lists.flat().filter(isWanted);
  return { tasks, open: tasks.length, done: 0 };
}

const isWithinWeek = ({ deps }: ToolContext) => {
  const until = deps.clock.now() + weekMs;
  return ({ dueAt }: MarkedTask) => Date.parse(dueAt ?? '') <= until;
};

/** Due from one day to another, also as a later time of a repeat. */
async function isOfSpan({ deps, user }: ToolContext, [from, until]: readonly [string, string]) {
  const { calendar, timeZone: accountZone } = await placeOf(deps, user.id);
  const isWithin = (date: string) => from <= date && date <= until;
  return ({ dueDate, dueTime, dueZone, repeat, repeatAfterDone }: MarkedTask) => {
    if (dueDate === null) return false;
    if (isWithin(dueDate) || repeat === null || repeatAfterDone) return isWithin(dueDate);
    const timeZone = knownZone(dueZone, accountZone);
    const start = localFrom(dueDate, dueTime);
    const after = new Date(calendar.instantOf(from, timeZone) - 1).toISOString();
    const [next] = calendar.occurrences({ start, timeZone, repeat, after, count: 1 });
    return next !== undefined && isWithin(next.local.slice(0, from.length));
  };
}
