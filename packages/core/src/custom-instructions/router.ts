import { customInstructions, okOutput } from '@jarvis/contract';
import { eq, statement, type Values } from '@jarvis/database';
import { given, type Own } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { existing } from '../errors.ts';
import { router, sessionOnly } from '../trpc.ts';

/** No row when the account has been deleted. */
const selectCustomInstructions = statement((q, v: Values<Own>) =>
  q
    .select({ text: users.customInstructions, enabled: users.customInstructionsEnabled })
    .from(users)
    .where(eq(users.id, v.userId)),
);

const updateCustomInstructions = statement((q, v: Values<Own & { text: string; enabled: boolean }>) =>
  q
    .update(users)
    .set(given({ customInstructions: v.text, customInstructionsEnabled: v.enabled }))
    .where(eq(users.id, v.userId)),
);

/** The person's instructions for replies, sent with every turn (assistant/gather/instructions.ts). */
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
