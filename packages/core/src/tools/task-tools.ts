import { limits, type Task } from '@jarvis/contract';
import { type ToolSet, tool, zodSchema } from 'ai';
import { z } from 'zod';
import { normalized } from '../language/fold.ts';
import type { ToolName } from '../language/tool-words.ts';
import {
  createTask,
  createTaskOnce,
  deleteTask,
  listMarkedTasks,
  type MarkedTask,
  updateTask,
} from '../tasks/tasks.ts';
import { resolve } from './resolve.ts';
import {
  isFromWeb,
  marked,
  refuse,
  refusedWrite,
  type ToolContext,
  type WriteRefusal,
} from './tool-context.ts';

const words = z.string().min(1).max(500).describe('The id of the task, or words of its title.');
const title = z.string().describe('The title, 1 to 200 characters.');

/** Built once: a schema is turned into JSON Schema only the first time it is sent. */
const inputs = {
  status: zodSchema(z.object({ status: z.enum(['open', 'done']).optional() })),
  title: zodSchema(z.object({ title })),
  task: zodSchema(z.object({ task: words })),
  taskAndTitle: zodSchema(z.object({ task: words, title })),
};

/** The tools for tasks; only the one that reads when nothing may be stored. */
export function taskTools(turn: ToolContext): ToolSet {
  const reading = {
    list_tasks: tool({
      description: 'List the tasks of the person, newest first, at most 100.',
      inputSchema: inputs.status,
      execute: async ({ status }) => {
        const tasks = await listMarkedTasks(turn.deps, turn.user.id, status);
        turn.log.note('list_tasks', '', 'done');
        const page = tasks.slice(0, 100);
        return { ok: true, count: tasks.length, ...marked(turn, page), tasks: page.map(shown) };
      },
    }),
  };
  if (!turn.changesTasks) return reading;
  return {
    ...reading,
    add_task: tool({
      description: 'Add a task to the list of the person. One call for each task.',
      inputSchema: inputs.title,
      execute: ({ title: wanted }) => addTask(turn, wanted),
    }),
    rename_task: tool({
      description: 'Give a task another title.',
      inputSchema: inputs.taskAndTitle,
      execute: ({ task, title: wanted }) => {
        const tidy = tidyTitle(wanted);
        return tidy === undefined
          ? refuse('invalid', 'A title has 1 to 200 characters.')
          : onTask(turn, 'rename_task', task, (id) =>
              updateTask(turn.deps, turn.user.id, { id, title: tidy, fromWeb: isFromWeb(turn, tidy) }),
            );
      },
    }),
    complete_task: tool({
      description: 'Mark a task as done.',
      inputSchema: inputs.task,
      execute: ({ task }) =>
        onTask(turn, 'complete_task', task, (id) =>
          updateTask(turn.deps, turn.user.id, { id, status: 'done' }),
        ),
    }),
    reopen_task: tool({
      description: 'Mark a done task as open again.',
      inputSchema: inputs.task,
      execute: ({ task }) =>
        onTask(turn, 'reopen_task', task, (id) =>
          updateTask(turn.deps, turn.user.id, { id, status: 'open' }),
        ),
    }),
    delete_task: tool({
      description:
        'Delete a task for good. Only when the person asks for it; a finished task is completed instead.',
      inputSchema: inputs.task,
      execute: ({ task }) =>
        onTask(turn, 'delete_task', task, async (id, found) => {
          await deleteTask(turn.deps, turn.user.id, id);
          return found;
        }),
    }),
  };
}

async function addTask(turn: ToolContext, wanted: string) {
  const tidy = tidyTitle(wanted);
  if (tidy === undefined) return refuse('invalid', 'A title has 1 to 200 characters.');
  const refused = refusedWrite(turn, 'add_task', tidy);
  if (refused) return refused;
  const fromWeb = isFromWeb(turn, tidy);
  const add = turn.byProgram ? createTaskOnce : createTask;
  const task = await add(turn.deps, turn.user.id, { title: tidy, createdBy: 'assistant', fromWeb });
  turn.log.changed = true;
  turn.log.note('add_task', task.title, 'done');
  return { ok: true, task: shown({ ...task, fromWeb }) };
}

/** Finds the task that is meant and acts on it; says so when there is none or more than one. */
async function onTask(
  turn: ToolContext,
  name: ToolName,
  meant: string,
  act: (id: string, task: Task) => Promise<Task>,
): Promise<object> {
  const tasks = await listMarkedTasks(turn.deps, turn.user.id);
  const wantsDone = name === 'reopen_task';
  const resolved = resolve(
    meant,
    tasks,
    (task) => task.title,
    (task) => (task.status === 'done') === wantsDone,
  );
  if (!('found' in resolved)) {
    turn.log.note(name, meant, 'error');
    if (resolved.reason !== 'ambiguous') return { ok: false, reason: resolved.reason };
    const { reason, candidates } = resolved;
    return { ok: false, reason, ...marked(turn, candidates), candidates: candidates.map(shown) };
  }
  const refused: WriteRefusal | undefined = refusedWrite(turn, name, resolved.found.title);
  if (refused) return refused;
  const task = await act(resolved.found.id, resolved.found);
  turn.log.changed = true;
  turn.log.note(name, task.title, 'done');
  const acted = { ...task, fromWeb: resolved.found.fromWeb };
  return { ok: true, ...marked(turn, [acted]), task: shown(acted) };
}

function tidyTitle(text: string): string | undefined {
  const tidy = normalized(
    text
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .toWellFormed(),
  );
  const length = [...tidy].length;
  return length === 0 || length > limits.taskTitleCharsMax ? undefined : tidy;
}

const shown = ({ id, title: text, status, fromWeb }: MarkedTask) => ({
  id,
  title: text,
  status,
  ...(fromWeb && { fromWeb }),
});
