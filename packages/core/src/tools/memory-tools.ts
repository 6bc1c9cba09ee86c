import { type ToolSet, tool, zodSchema } from 'ai';
import { z } from 'zod';
import {
  deleteMemory,
  listMarkedMemories,
  type MarkedMemory,
  type SaveRefusal,
  saveMemory,
} from '../memories/memories.ts';
import { resolve } from './resolve.ts';
import { isFromWeb, marked, refuse, refusedWrite, type ToolContext } from './tool-context.ts';

const inputs = {
  nothing: zodSchema(z.object({})),
  content: zodSchema(z.object({ content: z.string().describe('One line, 4 to 500 characters.') })),
  memory: zodSchema(
    z.object({
      memory: z.string().min(1).max(500).describe('The id of the memory, or words of its content.'),
    }),
  ),
};

/** The tools for memories: none when memory is off, only the one that reads when nothing may be stored. */
export function memoryTools(turn: ToolContext): ToolSet {
  if (!turn.user.memoryEnabled) return {};
  const reading = {
    list_memories: tool({
      description: 'List everything that is remembered about the person, last changed first, at most 100.',
      inputSchema: inputs.nothing,
      execute: async () => {
        const memories = await listMarkedMemories(turn.deps, turn.user.id);
        turn.log.note('list_memories', '', 'done');
        const page = memories.slice(0, 100);
        return { ok: true, count: memories.length, ...marked(turn, page), memories: page.map(shown) };
      },
    }),
  };
  if (turn.stateless) return reading;
  return {
    ...reading,
    save_memory: tool({
      description:
        'Remember something for later conversations: when the person asks for it, or states something lasting about themselves, how they like things, or what they work on. One short sentence from their point of view. Never a password, key or card number, never what others or the web say.',
      inputSchema: inputs.content,
      execute: ({ content }) => save(turn, content),
    }),
    forget_memory: tool({
      description: 'Forget a memory, when the person asks for it.',
      inputSchema: inputs.memory,
      execute: ({ memory }) => forget(turn, memory),
    }),
  };
}

const refusals: Record<SaveRefusal, string> = {
  secret: 'Passwords, keys and card numbers are not stored.',
  full: 'The memory is full: the person has to delete something first.',
  invalid: 'A memory is one line of 4 to 500 characters.',
};

async function save(turn: ToolContext, content: string) {
  const refused = refusedWrite(turn, 'save_memory', content);
  if (refused) return refused;
  const saved = await saveMemory(turn.deps, turn.user.id, {
    content,
    conversationId: turn.conversationId,
    fromWeb: isFromWeb(turn, content),
  });
  if ('refused' in saved) return refuse(saved.refused, refusals[saved.refused]);
  const { id, type, content: text } = saved.memory;
  turn.log.changed = true;
  turn.log.savedMemories.push({ id, type, content: text });
  turn.log.note('save_memory', text, 'done');
  return { ok: true, memory: { id, type, content: text } };
}

async function forget(turn: ToolContext, meant: string) {
  const memories = await listMarkedMemories(turn.deps, turn.user.id);
  const resolved = resolve(meant, memories, ({ content }) => content);
  if (!('found' in resolved)) {
    turn.log.note('forget_memory', meant, 'error');
    if (resolved.reason !== 'ambiguous') return { ok: false, reason: resolved.reason };
    const { reason, candidates } = resolved;
    return { ok: false, reason, ...marked(turn, candidates), candidates: candidates.map(shown) };
  }
  const { id, content } = resolved.found;
  const refused = refusedWrite(turn, 'forget_memory', content);
  if (refused) return refused;
  await deleteMemory(turn.deps, turn.user.id, id);
  turn.log.changed = true;
  turn.log.note('forget_memory', content, 'done');
  return { ok: true, ...marked(turn, [resolved.found]), memory: shown(resolved.found) };
}

const shown = ({ id, type, content, fromWeb }: MarkedMemory) => ({
  id,
  type,
  content,
  ...(fromWeb && { fromWeb }),
});
