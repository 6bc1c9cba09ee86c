import { z } from 'zod';
import { deleteMemory } from '../memories/memories.ts';
import { actOn } from './act-on.ts';
import { changesMemories, memory } from './memory.ts';
import { assistantTool } from './tool.ts';

export const forgetMemory = assistantTool({
  name: 'forget_memory',
  writes: true,
  description: 'Forget a memory, when the person asks for it.',
  input: z.object({
    memory: z.string().min(1).max(500).describe('The id of the memory, or words of its content.'),
  }),
  isOffered: changesMemories,
  run: (turn, { memory: words }, name) =>
    actOn(turn, name, memory, words, async (row) => {
      await deleteMemory(turn.deps, turn.user.id, row.id);
      return row;
    }),
});
