import {
  listMemoriesInput,
  memoriesOutput,
  memoryById,
  memoryOriginsOutput,
  memoryOutput,
  okOutput,
  updateMemoryInput,
} from '@jarvis/contract';
import { rest } from '../rest.ts';
import { returning, router, sessionOnly, sessionOnlyAtMost } from '../trpc.ts';
import { documented } from './documentation.ts';
import { deleteMemory, listMemories, updateMemory } from './memories.ts';
import { selectMemoryOrigins } from './queries.ts';

const memoryWrite = sessionOnlyAtMost('memoryWrites');

export const memoriesRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/memories', documented.list))
    .input(listMemoriesInput)
    .concat(returning(memoriesOutput))
    .query(async ({ ctx, input }) => ({
      memories: await listMemories(ctx.deps, ctx.identity.userId, input.type),
    })),

  /** For the web app, which links a memory to where it came from. */
  origins: sessionOnly.output(memoryOriginsOutput).query(async ({ ctx }) => ({
    origins: await selectMemoryOrigins(ctx.deps.db, { userId: ctx.identity.userId }),
  })),

  update: memoryWrite
    .meta(rest('PATCH', '/memories/{id}', documented.update))
    .input(updateMemoryInput)
    .output(memoryOutput)
    .mutation(async ({ ctx, input }) => ({
      memory: await updateMemory(ctx.deps, ctx.identity.userId, input),
    })),

  delete: memoryWrite
    .meta(rest('DELETE', '/memories/{id}', documented.delete))
    .input(memoryById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteMemory(ctx.deps, ctx.identity.userId, input.id);
      return { ok: true as const };
    }),
});
