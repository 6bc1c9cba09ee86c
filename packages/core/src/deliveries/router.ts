import {
  clearedOutput,
  deliveriesOutput,
  limits,
  listDeliveriesInput,
  mailConfirmationOutput,
  okOutput,
  outsideOutput,
} from '@jarvis/contract';
import { byId, lastId, takePage } from '../page.ts';
import { rest } from '../rest.ts';
import { operatorOnly, router, sessionOnly } from '../trpc.ts';
import { isMailConfirmed, mailConfirmation } from './confirm-mail.ts';
import { clearDeliveries, pageOfDeliveries } from './delivery-queries.ts';
import { documented } from './documentation.ts';
import { pauseOutside, resumeOutside } from './paused.ts';
import { showOutside } from './show-outside.ts';

const ok = { ok: true as const };

/** The list of deliveries, the confirmation of the mail address, and the operators' switch. */
export const deliveriesRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/deliveries', documented.listDeliveries))
    .input(listDeliveriesInput)
    .output(deliveriesOutput)
    .query(async ({ ctx, input }) => ({
      deliveries: await takePage(ctx, input, limits.deliveryListMax, byId, ({ limit = 0, after = lastId }) =>
        pageOfDeliveries(ctx.deps.db, { userId: ctx.caller.userId, afterId: after, limit }),
      ),
    })),

  clear: sessionOnly
    .meta(rest('DELETE', '/deliveries', documented.clearDeliveries))
    .output(clearedOutput)
    .mutation(async ({ ctx: { deps, caller } }) => {
      const cleared = await clearDeliveries(deps.db, { userId: caller.userId });
      return { ...ok, cleared: cleared.length };
    }),

  mail: sessionOnly.output(mailConfirmationOutput).query(async ({ ctx: { deps, caller } }) => ({
    isConfirmed: await isMailConfirmed(deps, caller.userId),
  })),

  confirmMail: sessionOnly
    .limited('mailConfirmations')
    .output(okOutput)
    .mutation(async ({ ctx: { deps, caller } }) => {
      await mailConfirmation(deps, caller.user);
      return ok;
    }),

  outside: operatorOnly.output(outsideOutput).query(({ ctx }) => showOutside(ctx.deps)),

  pause: operatorOnly.output(okOutput).mutation(async ({ ctx }) => {
    await pauseOutside(ctx.deps);
    return ok;
  }),

  resume: operatorOnly.output(okOutput).mutation(async ({ ctx }) => {
    await resumeOutside(ctx.deps);
    return ok;
  }),
});
