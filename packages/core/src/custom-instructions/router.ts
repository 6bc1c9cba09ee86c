import { customInstructions, okOutput } from '@jarvis/contract';
import { existing } from '../errors.ts';
import { router, sessionOnly } from '../trpc.ts';
import { selectCustomInstructions, updateCustomInstructions } from './queries.ts';

/** The person's instructions for replies, sent with all turns but the bare model's (see `assistant/gather`). */
export const customInstructionsRouter = router({
  show: sessionOnly
    .output(customInstructions)
    .query(async ({ ctx: { deps, caller } }) =>
      existing(await selectCustomInstructions.first(deps.db, { userId: caller.userId }), 'Account'),
    ),

  change: sessionOnly
    .input(customInstructions)
    .output(okOutput)
    .mutation(async ({ ctx: { deps, caller }, input }) => {
      await updateCustomInstructions(deps.db, { userId: caller.userId, ...input });
      deps.changes.publish(caller.userId, 'account');
      return { ok: true as const };
    }),
});
