import type { Memory } from '@jarvis/contract';
import { queryClient, rpc, shownAtOnce, trpc } from './service/client.ts';

/** Every memory, the last changed first. */
export const memoriesQuery = trpc.memories.list.queryOptions({});

const patch = (change: (memories: Memory[]) => Memory[]) =>
  queryClient.setQueryData(memoriesQuery.queryKey, (list) => list && { memories: change(list.memories) });

export const forgetMemory = (id: string) =>
  patch((memories) => memories.filter((memory) => memory.id !== id));

/** Shows the change at once; reverts it, and throws, when it could not be stored. It makes a memory the first. */
export async function changeMemory({ id, content: before }: Memory, content: string): Promise<void> {
  const show = (text: string) =>
    patch((memories) => memories.map((memory) => (memory.id === id ? { ...memory, content: text } : memory)));
  const { memory: changed } = await shownAtOnce(
    () => show(content),
    () => rpc.memories.update.mutate({ id, content }),
    () => show(before),
  );
  patch((memories) => [changed, ...memories.filter((memory) => memory.id !== id)]);
}
