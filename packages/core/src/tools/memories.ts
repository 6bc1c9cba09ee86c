import { z } from 'zod';
import * as memories from '../memories/memories.ts';
import { actOn, type Thing } from './act-on.ts';
import { assistantTool, offeredIf } from './call/tool.ts';
import { isFromWeb, marked, Refusal, requireAsked } from './call/tool-context.ts';

const shown = ({ id, type, content, fromWeb }: memories.MarkedMemory): object => ({
  id,
  type,
  content,
  ...(fromWeb && { fromWeb }),
});

const memory: Thing<memories.MarkedMemory> = {
  name: 'memory',
  rows: ({ deps, user }) => memories.listMemories(deps, user.id),
  textOf: ({ content }) => content,
  shown,
};

const listMemories = assistantTool({
  name: 'list_memories',
  writes: false,
  isForRuns: true,
  description: 'List everything that is remembered about the person, last changed first, at most 100.',
  input: z.object({}),
  isOffered: ({ user }) => user.memoryEnabled,
  run: async (turn, _input, name) => {
    const rows = await memory.rows(turn);
    turn.log.note(name, '', 'done');
    const page = rows.slice(0, 100);
    turn.unattended?.personal.push(...page.map(({ content }) => content));
    return { ok: true, count: rows.length, ...marked(turn, page), memories: page.map(shown) };
  },
});

const saveMemory = assistantTool({
  name: 'save_memory',
  writes: true,
  description:
    'Remember something for later conversations: when the person asks for it, or states something lasting about themselves, how they like things, or what they work on. One short sentence from their point of view. Never a password, key or card number, never what others or the web say.',
  input: z.object({ content: z.string().describe('One line, 4 to 500 characters.') }),
  run: async (turn, { content }, name) => {
    const asked = requireAsked(turn, name, content);
    const saved = await memories.saveMemory(turn.deps, turn.user.id, {
      content,
      conversationId: turn.conversationId,
      fromWeb: isFromWeb(turn, content),
    });
    if ('refused' in saved) throw new Refusal(saved.refused, refusals[saved.refused]);
    turn.log.savedMemories.push(saved.memory);
    turn.log.noteChange(asked, saved.memory.content);
    return { ok: true, memory: shown({ ...saved.memory, fromWeb: false }) };
  },
});

const refusals: Record<memories.SaveRefusal, string> = {
  secret: 'Passwords, keys and card numbers are not stored.',
  full: 'The memory is full: the person has to delete something first.',
  invalid: 'A memory is one line of 4 to 500 characters.',
};

const forgetMemory = assistantTool({
  name: 'forget_memory',
  writes: true,
  description: 'Forget a memory, when the person asks for it.',
  input: z.object({
    memory: z.string().min(1).max(500).describe('The id of the memory, or words of its content.'),
  }),
  run: (turn, { memory: words }, name) =>
    actOn(turn, name, memory, words, ({ id }) => memories.deleteMemory(turn.deps, turn.user.id, id)),
});

export const memoryTools = [
  listMemories,
  ...offeredIf(({ changesMemories }) => changesMemories, saveMemory, forgetMemory),
];
