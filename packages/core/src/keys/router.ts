import { createdKeyOutput, createKeyInput, keyById, keysOutput, okOutput } from '@jarvis/contract';
import { rest } from '../rest.ts';
import { router, sessionOnly, sessionOnlyAtMost } from '../trpc.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

const tag = 'Keys';

export const keysRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/keys', { tag, summary: 'List personal API keys' }))
    .output(keysOutput)
    .query(async ({ ctx }) => ({ keys: await listKeys(ctx.deps, ctx.identity.userId) })),

  create: sessionOnlyAtMost('keyCreation')
    .meta(rest('POST', '/keys', { tag, summary: 'Create an API key, shown only in this answer' }))
    .input(createKeyInput)
    .output(createdKeyOutput)
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.identity.userId, input.name)),

  revoke: sessionOnly
    .meta(rest('DELETE', '/keys/{id}', { tag, summary: 'Revoke an API key' }))
    .input(keyById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await revokeKey(ctx.deps, ctx.identity.userId, input.id);
      return { ok: true as const };
    }),
});
