import { z } from 'zod';
import { limits } from './limits.ts';
import { id, singleLine, timestamp } from './text.ts';

export const memoryType = z.enum(['user', 'preference', 'project']);
export type MemoryType = z.infer<typeof memoryType>;

/** Specification: Memory. */
export const memory = z.object({
  id: id(),
  type: memoryType,
  content: z.string().max(limits.memoryCharsMax),
  fromConversation: z.boolean(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type Memory = z.infer<typeof memory>;

export const memoryContent = singleLine(limits.memoryCharsMin, limits.memoryCharsMax);

export const listMemoriesInput = z.object({ type: memoryType.optional() });
export const updateMemoryInput = z.object({ id: id(), content: memoryContent });
export const memoryById = z.object({ id: id() });

export const memoriesOutput = z.object({ memories: z.array(memory) });
export const memoryOutput = z.object({ memory });
