import { listMarkedMemories, type MarkedMemory } from '../memories/memories.ts';
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
  rows: ({ deps, user }) => listMarkedMemories(deps, user.id),
  textOf: ({ content }) => content,
  shown: shownMemory,
};

/** Not if memory is off or the turn may store nothing. */
export const changesMemories = ({ user, stateless }: ToolContext): boolean =>
  user.memoryEnabled && !stateless;
