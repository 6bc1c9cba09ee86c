import * as contract from '@jarvis/contract';
import { rest } from '../../rest.ts';
import { router, sessionOnly } from '../../trpc.ts';
import { documented } from '../documentation.ts';
import { listSubscriptions, subscribe, testSubscription, unsubscribe } from './push.ts';

const pushWrite = sessionOnly.limited('outsideWrites');
const nameCharsMax = 200;

/** For sessions only: signing out ends push in that browser. */
export const pushRouter = router({
  list: sessionOnly
    .meta(rest('GET', '/push-subscriptions', documented.listPushSubscriptions))
    .output(contract.pushSubscriptionsOutput)
    .query(({ ctx }) => listSubscriptions(ctx.deps, ctx.caller)),

  subscribe: pushWrite
    .meta(rest('POST', '/push-subscriptions', documented.createPushSubscription))
    .input(contract.createPushSubscriptionInput)
    .output(contract.pushSubscriptionOutput)
    .mutation(async ({ ctx, input }) => {
      const name = (ctx.userAgent ?? '').slice(0, nameCharsMax);
      return { pushSubscription: await subscribe(ctx.deps, ctx.caller, input, name) };
    }),

  unsubscribe: pushWrite.ok
    .meta(rest('DELETE', '/push-subscriptions/{id}', documented.deletePushSubscription))
    .input(contract.pushSubscriptionById)
    .mutation(({ ctx, input }) => unsubscribe(ctx.deps, ctx.caller.userId, input.id)),

  test: pushWrite
    .meta(rest('POST', '/push-subscriptions/{id}/test', documented.testPushSubscription))
    .input(contract.pushSubscriptionById)
    .output(contract.deliveryOutput)
    .mutation(async ({ ctx, input }) => ({
      delivery: await testSubscription(ctx.deps, ctx.caller.userId, input.id),
    })),
});
