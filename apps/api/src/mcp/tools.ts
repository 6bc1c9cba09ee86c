import {
  changeCursor,
  chatInput,
  task as contractTask,
  conversation,
  createTaskInput,
  dueFilter,
  isLocal,
  limits,
  listConversationsInput,
  type MessageWithFiles,
  message,
  repeatRule,
  type ShownTask,
  source,
  type TaskDueFields,
  updateTaskInput,
} from '@jarvis/contract';
import { badRequest, notFound } from '@jarvis/core';
import { z } from 'zod';
import { after, id, more, moreAfter, most, readCharsMax, shown, when } from './fields.ts';
import { listLookups, listMemories } from './private-tools.ts';
import { readFile } from './read-file.ts';
import { tool } from './tool.ts';

/** The contract's task, with its due date in the form that a host's model sends. */
const { createdBy: _by, updatedAt: _at, ...fields } = contractTask.shape;
const task = shown({
  ...fields,
  completedAt: when('When it became done').nullable(),
  due: z.string().describe('When it is due: a local date, or date and time.').nullable(),
  timeZone: z.string().describe('The zone of `due`, if it differs from the person’s.').nullable(),
  repeat: repeatRule().nullable(),
  repeatFrom: z.enum(['date', 'completion']).describe('The start of the repeat’s intervals.').nullable(),
  at: when('The moment at which it is due').nullable(),
  overdue: z.boolean().nullable(),
});

const asShown = ({ due, afterCompletion, overdue, ...stored }: ShownTask) => ({
  ...stored,
  due: due ? [due.date, ...(due.time === null ? [] : [due.time])].join('T') : null,
  timeZone: due?.timeZone,
  repeatFrom: afterCompletion ? 'completion' : null,
  overdue: overdue || null,
});

/** In the form that a host’s model sends: flat and without `null`. */
const dueWanted = {
  due: z
    .string()
    .optional()
    .describe('When it is due: `2026-11-24`, `2026-11-24T08:30` in the person’s zone, or `none`.'),
  timeZone: z.string().optional().describe('A zone for `due` other than the person’s: `America/New_York`.'),
  repeat: z.string().optional().describe(`${repeatRule().meta()?.description} Or \`none\`.`),
  repeatFrom: z
    .enum(['date', 'completion'])
    .optional()
    .describe('What the repeat counts from; its date without it.'),
};

type DueWanted = z.infer<z.ZodObject<typeof dueWanted>>;

/** Throws badRequest. */
function asDue({ due, timeZone, repeat, repeatFrom }: DueWanted): TaskDueFields & { include: 'due' } {
  if (due !== undefined && due !== 'none' && !isLocal(due))
    throw badRequest('`due` must be a local date or date and time, such as 2026-11-24T08:30, or `none`.');
  const [date = '', time = null] = due?.split('T') ?? [];
  return {
    include: 'due',
    ...(due === undefined ? {} : { due: due === 'none' ? null : { date, time, timeZone: timeZone ?? null } }),
    ...(repeat === undefined ? {} : { repeat: repeat === 'none' ? null : repeat }),
    ...(repeatFrom === undefined ? {} : { afterCompletion: repeatFrom === 'completion' }),
  };
}

const tasksUsually = 50;

const listTasks = tool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Lists the person’s tasks, newest first. Open ones by default.',
  scope: 'tasks',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({
    status: z.enum(['open', 'done', 'all']).optional().describe('Which tasks; open ones without it.'),
    due: dueFilter
      .optional()
      .describe(
        'Open tasks that are overdue, due later today, or after today, soonest first; or without a date.',
      ),
    limit: most(200, tasksUsually),
    after,
  }),
  output: z.object({ tasks: z.array(task), more }),
  async run(procedures, { status = 'open', due, limit = tasksUsually, after }, answer) {
    const { tasks } = await procedures.tasks.list({
      ...(status === 'all' ? {} : { status }),
      ...{ include: 'due', due, limit, after },
    });
    return { tasks: tasks.map(asShown), ...moreAfter(answer.next) };
  },
});

const addTask = tool({
  name: 'add_task',
  title: 'Add a task',
  description: 'Adds an open task, optionally with a due date. Calling it twice adds two.',
  scope: 'tasks:write',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: createTaskInput.extend(dueWanted),
  output: task,
  run: async (procedures, { title, ...due }) =>
    asShown((await procedures.tasks.create({ title, ...asDue(due) })).task),
});

const { id: taskId, title, status } = updateTaskInput.shape;
const changedTask = { id: taskId, title, status };

const updateTask = tool({
  name: 'update_task',
  title: 'Change a task',
  description: 'Marks a task as done, opens it again, gives it another title or another time.',
  scope: 'tasks:write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  notFound: 'list_tasks shows the ids.',
  input: z.object({ ...changedTask, ...dueWanted }),
  output: task,
  run: async (procedures, { id, title, status, ...due }) =>
    asShown((await procedures.tasks.update({ id, title, status, ...asDue(due) })).task),
});

const conversationsUsually = 10;

const searchConversations = tool({
  name: 'search_conversations',
  title: 'Search conversations',
  description:
    'Finds conversations whose title or messages contain exactly these words, last changed first, with the text around the match. Without a query: the latest conversations.',
  scope: 'conversations',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({
    query: listConversationsInput.shape.q.describe(
      `Text that occurs in the conversation, whatever its case and accents; up to ${limits.searchCharsMax} characters. One or two words find most.`,
    ),
    limit: most(limits.searchHitsMax, conversationsUsually),
    after,
  }),
  output: z.object({
    conversations: z.array(
      shown({
        ...conversation.pick({ id: true, title: true, updatedAt: true }).shape,
        excerpt: z.string().describe('The text around the words.').nullable(),
      }),
    ),
    more,
  }),
  async run({ conversations }, { query = '', limit = conversationsUsually, after }, answer) {
    const page = { limit, after };
    const found =
      query === ''
        ? (await conversations.list(page)).conversations
        : (await conversations.search({ q: query, ...page })).hits;
    const last = found.length === limit && query !== '' ? found.at(-1) : undefined;
    return { conversations: found, ...moreAfter(last ? changeCursor(last) : answer.next) };
  },
});

const messagesUsually = 20;

const readConversation = tool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description: 'Reads the latest messages of a conversation, oldest first, or those before a message.',
  scope: 'conversations',
  annotations: { readOnlyHint: true, openWorldHint: false },
  notFound: 'search_conversations shows the ids.',
  input: z.object({
    id: id('conversation'),
    before: id('message').optional().describe('Only messages before this one, by its id.'),
    limit: most(limits.messagePageMax, messagesUsually),
  }),
  output: z.object({
    title: z.string(),
    messages: z.array(
      z.object({
        ...message.pick({ id: true, role: true, content: true, createdAt: true }).shape,
        files: z
          .array(z.object({ id: id('file'), name: z.string() }))
          .optional()
          .describe('Attached files: read_file reads documents.'),
      }),
    ),
    more,
  }),
  async run(procedures, { id, before, limit = messagesUsually }, answer) {
    const { conversation, messages } = await procedures.conversations.get({ id, include: 'files' });
    // Holds at most the part that is shown, for any length of the conversation.
    const { latest, passed } = await latestBefore(before, limit, [messages], answer.further?.messages ?? []);
    const newest = newestWithin(latest);
    const left = passed - newest.length;
    return {
      title: conversation.title,
      messages: newest,
      ...(left > 0 ? { more: `${left} earlier: call again with before "${newest[0]?.id}".` } : {}),
    };
  },
});

/** The last `limit` messages before `before`, or of all, and the number of earlier ones. Throws notFound. */
async function latestBefore(
  before: string | undefined,
  limit: number,
  ...parts: (Iterable<readonly MessageWithFiles[]> | AsyncIterable<readonly MessageWithFiles[]>)[]
): Promise<{ latest: MessageWithFiles[]; passed: number }> {
  const latest: MessageWithFiles[] = [];
  let passed = 0;
  for (const part of parts)
    for await (const messages of part)
      for (const message of messages) {
        if (message.id === before) return { latest, passed };
        latest.push(message);
        passed += 1;
        if (latest.length > limit) latest.shift();
      }
  if (before !== undefined) throw notFound('Message');
  return { latest, passed };
}

/** The last messages that fit into a result together; a single one that is too long is cut. */
function newestWithin<M extends { readonly content: string }>(messages: readonly M[]): M[] {
  let start = messages.length;
  for (let chars = 0; start > 0; start--) {
    chars += messages[start - 1]?.content.length ?? 0;
    if (chars > readCharsMax) break;
  }
  const last = messages.at(-1);
  if (start < messages.length || last === undefined) return messages.slice(start);
  const content = last.content.slice(0, readCharsMax).toWellFormed();
  return [{ ...last, content: `${content}… (cut: Jarvis shows all ${last.content.length} characters)` }];
}

const ask = tool({
  name: 'ask',
  title: 'Ask Jarvis',
  description:
    'Asks Jarvis, who knows the person’s tasks, memories and earlier conversations, may search the web and may change tasks. The exchange is kept as a conversation. Takes up to a minute.',
  scope: 'ask',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  isLong: true,
  notFound:
    'Leave conversationId out to begin a new one; search_conversations shows the ids, read_conversation those of files.',
  input: chatInput.pick({ message: true, conversationId: true, files: true }),
  output: z.object({
    reply: z.string().describe('Markdown.'),
    conversationId: id('conversation').describe('Send it with the next message to continue.'),
    sources: z.array(z.object(source.pick({ title: true, url: true }).shape)).optional(),
  }),
  run: (procedures, input) => procedures.chat.send(input),
});

/** In the order of the list. */
export const tools = [
  listTasks,
  addTask,
  updateTask,
  searchConversations,
  readConversation,
  readFile,
  ask,
  listMemories,
  listLookups,
];
