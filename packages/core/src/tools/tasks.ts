import { createTaskInput, limits, type TaskStatus, taskTitle } from '@jarvis/contract';
import { z } from 'zod';
import type { WritingTool } from '../language/tool-words.ts';
import { pageOfNotifications } from '../notifications/queries.ts';
import { lastId } from '../page.ts';
import { snoozeReminder } from '../reminders/reminders.ts';
import type { MarkedTask } from '../tasks/due.ts';
import { listMarkedTasks } from '../tasks/lists.ts';
import * as tasks from '../tasks/tasks.ts';
import { singleSpaced } from '../text/one-line.ts';
import { selectRemindersOf } from '../time/reminders/queries.ts';
import { actOn, type Thing } from './act-on.ts';
import { assistantTool, offeredIf } from './call/tool.ts';
import { isFromWeb, Refusal, requireAsked, type ToolContext } from './call/tool-context.ts';
import { dueFrom, dueInput, dueSayer, momentFrom, whenInput } from './due.ts';
import { listTasks, shownTask } from './list-tasks.ts';

const task: Thing<MarkedTask> = {
  name: 'task',
  rows: ({ deps, user }) => listMarkedTasks(deps, user.id),
  textOf: ({ title }) => title,
  shown: shownTask,
  times: async (turn) => {
    const dueOf = await dueSayer(turn);
    return (row) => ({ due: dueOf(row) });
  },
  preferred: ({ status }) => status === 'open',
};

const taskInput = z.string().min(1).max(500).describe('The id of the task, or words of its title.');
const titleInput = z.string().describe(`The title, 1 to ${limits.taskTitleCharsMax} characters.`);

/** The stored form of a title; undefined when it is too long or empty. */
export const tidyTitle = (text: string): string | undefined =>
  taskTitle.safeParse(singleSpaced(text).toWellFormed()).data;

/**
 * The same for a title that a model writes. Reminders and calendars show it to other programs, so it has no address
 * that could carry data away. Throws a refusal.
 */
function titleFrom(turn: ToolContext, text: string): string {
  const tidy = tidyTitle(text);
  const title = tidy && isFromWeb(turn, tidy) ? tidyTitle(turn.withoutLinks(tidy)) : tidy;
  if (title) return title;
  throw new Refusal('invalid', `A title has 1 to ${limits.taskTitleCharsMax} characters.`);
}

const addTask = assistantTool({
  name: 'add_task',
  writes: true,
  description:
    "Add a task to the list of the person, with the time at which it is due where they name one. One call for each task. Tell the person the answer's `due` as it is.",
  /** Only the title is parsed leniently, since models write it. */
  input: createTaskInput.extend({ title: titleInput, ...dueInput.shape }),
  run: async (turn, { when, repeat, remind, ...wanted }, name) => {
    const title = titleFrom(turn, wanted.title);
    const asked = requireAsked(turn, name, title);
    const stated = when || repeat ? await dueFrom(turn, { when, repeat, remind }) : undefined;
    const fromWeb = isFromWeb(turn, title);
    const added = await tasks.createTask(turn.deps, turn.user.id, {
      ...wanted,
      ...stated?.fieldsFor(),
      title,
      createdBy: 'assistant',
      fromWeb,
      onlyOnce: turn.byProgram,
    });
    turn.log.noteChange(asked, added.title);
    return { ok: true, task: shownTask({ ...added, fromWeb }), ...(stated && { due: stated.say(added) }) };
  },
});

const renameTask = assistantTool({
  name: 'rename_task',
  writes: true,
  description: 'Give a task another title.',
  input: z.object({ task: taskInput, title: titleInput }),
  run: (turn, { task: words, title: wanted }, name) => {
    const title = titleFrom(turn, wanted);
    return actOn(turn, name, task, words, ({ id }) =>
      tasks.updateTask(turn.deps, turn.user.id, { id, title, fromWeb: isFromWeb(turn, title) }),
    );
  },
});

const setDue = assistantTool({
  name: 'set_due',
  writes: true,
  description:
    "Set when a task is due and how it repeats. A day alone keeps the time of day, a time alone the day. With `remind` alone only the reminder is set; with nothing but `task`, the task is due at no time any more. Tell the person the answer's `due` as it is.",
  input: dueInput.extend({ task: taskInput }),
  run: async (turn, { task: words, when, repeat, remind }, name) => {
    const stated = when || repeat ? await dueFrom(turn, { when, repeat, remind }) : undefined;
    const others = remind === undefined ? { due: null, repeat: null } : { remind };
    const set = (found: MarkedTask) =>
      tasks.updateTask(turn.deps, turn.user.id, { id: found.id, ...(stated?.fieldsFor(found) ?? others) });
    return actOn(turn, name, task, words, set, (changed) => ({
      ...(stated && { due: stated.say(changed) }),
    }));
  },
});

const noReminder = () => new Refusal('no_reminder', 'The task has no reminder.');

const snoozeTask = assistantTool({
  name: 'snooze_task',
  writes: true,
  description:
    "Put a task's reminder off: it reminds again then, and the task stays due when it was. Without `task`, that of the last reminder. Tell the person the answer's `until` as it is.",
  input: z.object({ task: taskInput.optional(), when: whenInput }),
  run: async (turn, { task: words, when = '' }, name) => {
    const moment = await momentFrom(turn, when);
    const subject = words ?? (await lastReminded(turn));
    if (subject === undefined) throw noReminder();
    const { deps, user, log } = turn;
    const snooze = async ({ id: taskId, title }: MarkedTask) => {
      const [reminder] = await selectRemindersOf(deps.db, { userId: user.id, ids: [taskId] });
      if (!reminder) {
        log.note(name, title, 'error');
        throw noReminder();
      }
      await snoozeReminder(deps, user.id, { id: reminder.id, snooze: moment.at });
    };
    return actOn(turn, name, task, subject, snooze, () => ({ until: moment.said }));
  },
});

/** The id of the task of the latest notification. */
async function lastReminded({ deps, user }: ToolContext): Promise<string | undefined> {
  const latest = await pageOfNotifications(deps.db, { userId: user.id, afterId: lastId, limit: 20 });
  return latest.find(({ taskId }) => taskId !== null)?.taskId ?? undefined;
}

/** Of several matches, one counts that does not have the status yet. */
const marking = (name: WritingTool, status: TaskStatus, description: string) =>
  assistantTool({
    name,
    writes: true,
    description,
    input: z.object({ task: taskInput }),
    run: (turn, { task: words }) =>
      actOn(turn, name, { ...task, preferred: (row) => row.status !== status }, words, ({ id }) =>
        tasks.updateTask(turn.deps, turn.user.id, { id, status }),
      ),
  });

const completeTask = marking('complete_task', 'done', 'Mark a task as done.');
const reopenTask = marking('reopen_task', 'open', 'Mark a done task as open again.');

const deleteTask = assistantTool({
  name: 'delete_task',
  writes: true,
  description:
    'Delete a task for good. Only when the person asks for it; a finished task is completed instead.',
  input: z.object({ task: taskInput }),
  run: async (turn, { task: words }, name) => {
    const dueOf = await dueSayer(turn);
    const { deps, user } = turn;
    let remind: number | null | undefined;
    const remove = async ({ id }: MarkedTask) => {
      const [reminder] = await selectRemindersOf(deps.db, { userId: user.id, ids: [id] });
      remind = reminder?.minutesBefore;
      await tasks.deleteTask(deps, user.id, id);
    };
    return actOn(turn, name, task, words, remove, (deleted) => ({ due: dueOf(deleted), remind }));
  },
});

const changes = [addTask, renameTask, setDue, snoozeTask, completeTask, reopenTask, deleteTask];

export const taskTools = [listTasks, ...offeredIf(({ changesTasks }) => changesTasks, ...changes)];
