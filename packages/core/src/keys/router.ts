import { createdKeyOutput, createKeyInput, keyById, keysOutput, shownRefusals } from '@jarvis/contract';
import { rest, tagged } from '../rest.ts';
import { router, sessionOnly } from '../trpc.ts';
import { createKey, revokeKey } from './keys.ts';
import { selectKeys } from './queries.ts';

const documented = tagged(
  'Keys',
  {
    listKeys: {
      summary: 'List personal API keys',
      description: 'Newest first, revoked ones included. The keys themselves are never shown again.',
    },
    createKey: {
      summary: 'Create a personal API key',
      description: 'The answer is the only place where the key is shown: only its hash is stored.',
      errors: { 400: [shownRefusals.keysMax] },
    },
    revokeKey: {
      summary: 'Revoke an API key',
      description:
        'The key is refused from its next request. Revoking again is not an error and keeps the first `revokedAt`.',
    },
  },
  'API key',
);

export const keysRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/keys', documented.listKeys))
    .output(keysOutput)
    .query(async ({ ctx: { deps, caller } }) => ({
      keys: await selectKeys(deps.db, { userId: caller.userId }),
    })),

  create: sessionOnly
    .limited('keyCreation')
    .meta(rest('POST', '/keys', documented.createKey))
    .input(createKeyInput)
    .output(createdKeyOutput)
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.caller.userId, input.name, ctx.caller)),

  revoke: sessionOnly.ok
    .meta(rest('DELETE', '/keys/{id}', documented.revokeKey))
    .input(keyById)
    .mutation(({ ctx, input }) => revokeKey(ctx.deps, ctx.caller.userId, input.id)),
});
