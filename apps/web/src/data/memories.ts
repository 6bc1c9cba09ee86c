import type { Memory } from '@jarvis/contract';
import { queryClient, rpc, trpc } from './service/client.ts';

/** Every memory, the last changed first. */
export const memoriesQuery = trpc.memories.list.queryOptions({});

const patch = (change: (memories: Memory[]) => Memory[]) =>
  queryClient.setQueryData(memoriesQuery.queryKey, (list) => list && { memories: change(list.memories) });

export const forgetMemory = (id: string) =>
  patch((memories) => memories.filter((memory) => memory.id !== id));

/** Throws when it could not be stored. A changed memory is the first; until then its row shows the new text. */
export async function changeMemory(id: string, content: string): Promise<void> {
  const { memory } = await rpc.memories.update.mutate({ id, content });
  patch((memories) => [memory, ...memories.filter((other) => other.id !== id)]);
}
