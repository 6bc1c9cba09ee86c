import * as contract from '@jarvis/contract';
import { rest, tagged } from '../rest.ts';
import { router, sessionOnly } from '../trpc.ts';
import { deleteMemory, listMemories, updateMemory } from './memories.ts';
import { selectMemoryOrigins } from './queries.ts';

const documented = tagged(
  'Memories',
  {
    listMemories: {
      summary: 'List memories',
      description:
        'Last changed first. `type` narrows the list to one category. No operation creates a memory.',
    },
    updateMemory: {
      summary: 'Edit a memory',
      description:
        'The category is derived again from the text. Another memory with the same text is merged into this one.',
    },
    deleteMemory: {
      summary: 'Delete a memory',
      description: 'Removes it for good.',
    },
  },
  'Memory',
);

const memoryWrite = sessionOnly.limited('memoryWrites');

export const memoriesRouter = router({
  list: sessionOnly
    .granted('memories')
    .meta(rest('GET', '/memories', documented.listMemories))
    .input(contract.listMemoriesInput)
    .output(contract.memoriesOutput)
    .query(async ({ ctx, input }) => ({
      memories: await listMemories(ctx.deps, ctx.caller.userId, input.type),
    })),

  /** For the web app, which links a memory to its conversation. */
  origins: sessionOnly.output(contract.memoryOriginsOutput).query(async ({ ctx }) => ({
    origins: await selectMemoryOrigins(ctx.deps.db, { userId: ctx.caller.userId }),
  })),

  update: memoryWrite
    .meta(rest('PATCH', '/memories/{id}', documented.updateMemory))
    .input(contract.updateMemoryInput)
    .output(contract.memoryOutput)
    .mutation(async ({ ctx, input }) => ({
      memory: await updateMemory(ctx.deps, ctx.caller.userId, input),
    })),

  delete: memoryWrite.ok
    .meta(rest('DELETE', '/memories/{id}', documented.deleteMemory))
    .input(contract.memoryById)
    .mutation(({ ctx, input }) => deleteMemory(ctx.deps, ctx.caller.userId, input.id)),
});
