import type { Memory } from '@jarvis/contract';
import { changeRow, patchRows } from './rows.ts';
import { rpc, shownAtOnce, trpc } from './service/client.ts';

/** Every memory, the last changed first. */
export const memoriesQuery = trpc.memories.list.queryOptions({});

/** Shows the change at once; reverts it, and throws, when it could not be stored. It makes a memory the first. */
export async function changeMemory({ id, content: before }: Memory, content: string): Promise<void> {
  const show = (text: string) => changeRow('memories', id, (memory) => ({ ...memory, content: text }));
  const { memory: changed } = await shownAtOnce(
    () => show(content),
    () => rpc.memories.update.mutate({ id, content }),
    () => show(before),
  );
  patchRows('memories', (memories) => [changed, ...memories.filter((memory) => memory.id !== id)]);
}
