import { createdKeyOutput, createKeyInput, keyById, keysOutput, okOutput } from '@jarvis/contract';
import { whileSignedIn } from '../auth/while-signed-in.ts';
import { rest } from '../rest.ts';
import { done, router, sessionOnly } from '../trpc.ts';
import { documented } from './documentation.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

export const keysRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/keys', documented.list))
    .output(keysOutput)
    .query(async ({ ctx }) => ({ keys: await listKeys(ctx.deps, ctx.caller.userId) })),

  create: sessionOnly
    .limited('keyCreation')
    .meta(rest('POST', '/keys', documented.create))
    .input(createKeyInput)
    .output(createdKeyOutput)
    .mutation(({ ctx, input }) =>
      createKey(ctx.deps, ctx.caller.userId, input.name, (work) =>
        whileSignedIn(ctx.deps.db, ctx.caller, work),
      ),
    ),

  revoke: sessionOnly
    .meta(rest('DELETE', '/keys/{id}', documented.revoke))
    .input(keyById)
    .output(okOutput)
    .mutation(({ ctx, input }) => done(revokeKey(ctx.deps, ctx.caller.userId, input.id))),
});
