import { z } from 'zod';
import { listMemories as readMemories } from '../memories/memories.ts';
import { shownMemory } from './memory.ts';
import { assistantTool } from './tool.ts';
import { marked } from './tool-context.ts';

export const listMemories = assistantTool({
  name: 'list_memories',
  writes: false,
  isForRuns: true,
  description: 'List everything that is remembered about the person, last changed first, at most 100.',
  input: z.object({}),
  isOffered: ({ user }) => user.memoryEnabled,
  run: async (turn, _input, name) => {
    const memories = await readMemories(turn.deps, turn.user.id);
    turn.log.note(name, '', 'done');
    const page = memories.slice(0, 100);
    turn.unattended?.personal.push(...page.map(({ content }) => content));
    return { ok: true, count: memories.length, ...marked(turn, page), memories: page.map(shownMemory) };
  },
});
