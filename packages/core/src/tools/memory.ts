import { listMemories, type MarkedMemory } from '../memories/memories.ts';
import type { Thing } from './act-on.ts';
import type { ToolContext } from './tool-context.ts';

export const shownMemory = ({ id, type, content, fromWeb }: MarkedMemory): object => ({
  id,
  type,
  content,
  ...(fromWeb && { fromWeb }),
});

export const memory: Thing<MarkedMemory> = {
  name: 'memory',
  rows: ({ deps, user }) => listMemories(deps, user.id),
  textOf: ({ content }) => content,
  shown: shownMemory,
};

export const changesMemories = (turn: ToolContext): boolean => turn.changesMemories;
