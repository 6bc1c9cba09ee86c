import * as contract from '@jarvis/contract';
import { takeNewest } from '../page.ts';
import { rest } from '../rest.ts';
import { operatorOnly, router, sessionOnly } from '../trpc.ts';
import { documented } from './documentation.ts';
import { mailConfirmation } from './mail/confirm-mail.ts';
import { selectMailProof } from './mail/confirm-queries.ts';
import { pauseOutside, resumeOutside } from './paused.ts';
import { clearDeliveries, pageOfDeliveries } from './queries.ts';
import { showOutside } from './show-outside.ts';

/** The list of deliveries, the confirmation of the mail address, and the operators' switch. */
export const deliveriesRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/deliveries', documented.listDeliveries))
    .input(contract.listDeliveriesInput)
    .output(contract.deliveriesOutput)
    .query(async ({ ctx, input }) => ({
      deliveries: await takeNewest(ctx, input, pageOfDeliveries),
    })),

  clear: sessionOnly
    .meta(rest('DELETE', '/deliveries', documented.clearDeliveries))
    .output(contract.clearedOutput)
    .mutation(async ({ ctx: { deps, caller } }) => ({
      ok: true as const,
      cleared: await clearDeliveries.count(deps.db, { userId: caller.userId }),
    })),

  mail: sessionOnly.output(contract.mailConfirmationOutput).query(async ({ ctx: { deps, caller } }) => ({
    isConfirmed: (await selectMailProof.first(deps.db, { userId: caller.userId }))?.isMailProven ?? false,
  })),

  confirmMail: sessionOnly
    .limited('mailConfirmations')
    .ok.mutation(({ ctx: { deps, caller } }) => mailConfirmation(deps, caller.user)),

  outside: operatorOnly.output(contract.outsideOutput).query(({ ctx }) => showOutside(ctx.deps)),

  pause: operatorOnly.ok.mutation(({ ctx }) => pauseOutside(ctx.deps)),

  resume: operatorOnly.ok.mutation(({ ctx }) => resumeOutside(ctx.deps)),
});
