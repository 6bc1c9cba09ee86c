import * as contract from '@jarvis/contract';
import { router, sessionOnly } from '../trpc.ts';
import { decideRequest, describeRequest } from './consent.ts';
import { listGrants, revokeGrant } from './grants.ts';

/** Connected programs: a program's request, the decision, the list. */
export const grantsRouter = router({
  describe: sessionOnly
    .input(contract.requestByUid)
    .output(contract.consentOutput)
    .query(async ({ ctx, input }) => ({ request: await describeRequest(ctx.deps, ctx.caller, input.uid) })),

  decide: sessionOnly
    .limited('grantDecisions')
    .input(contract.decisionInput)
    .output(contract.decisionOutput)
    .mutation(({ ctx, input }) => decideRequest(ctx.deps, ctx.caller, input)),

  list: sessionOnly
    .output(contract.grantsOutput)
    .query(async ({ ctx }) => ({ grants: await listGrants(ctx.deps, ctx.caller.userId) })),

  revoke: sessionOnly.ok
    .input(contract.grantById)
    .mutation(({ ctx, input }) => revokeGrant(ctx.deps, ctx.caller.userId, input.id)),
});
