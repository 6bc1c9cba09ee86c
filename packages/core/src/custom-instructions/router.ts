import { customInstructions } from '@jarvis/contract';
import { holdAccountBy } from '../auth/hold-account-by.ts';
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

  change: sessionOnly.ok.input(customInstructions).mutation(async ({ ctx: { deps, caller }, input }) => {
    const { userId } = caller;
    await deps.db.transaction(async (tx) => {
      // The first proof of the address switches a stranger's instructions off.
      await holdAccountBy(tx, userId, caller);
      await updateCustomInstructions(tx, { userId, ...input });
    });
    deps.changes.publish(userId, 'account');
  }),
});
