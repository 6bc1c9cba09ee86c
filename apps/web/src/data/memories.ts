import type { Memory } from '@jarvis/contract';
import { queryClient, trpc } from './service/client.ts';

/** Every memory, the last changed first. */
export const memoriesQuery = trpc.memories.list.queryOptions({});

const patch = (change: (memories: Memory[]) => Memory[]) =>
  queryClient.setQueryData(memoriesQuery.queryKey, (list) => list && { memories: change(list.memories) });

export const forgetMemory = (id: string) =>
  patch((memories) => memories.filter((memory) => memory.id !== id));

/** Shows a text in the place of the stored one. */
export const showMemoryContent = (id: string, content: string) =>
  patch((memories) => memories.map((memory) => (memory.id === id ? { ...memory, content } : memory)));

/** Shows a stored change, which makes a memory the first. */
export const showChangedMemory = (changed: Memory) =>
  patch((memories) => [changed, ...memories.filter(({ id }) => id !== changed.id)]);
