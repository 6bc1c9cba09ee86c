import * as contract from '@jarvis/contract';
import { operatorOnly, router } from '../trpc.ts';
import {
  endSessionsOf,
  makeResetLink,
  pageOfAccounts,
  restrictAccount,
  setOperator,
  unrestrictAccount,
} from './accounts.ts';

/** All accounts, for operators. */
export const accountsRouter = router({
  list: operatorOnly
    .input(contract.accountsInput)
    .output(contract.accountsOutput)
    .query(({ ctx, input }) => pageOfAccounts(ctx.deps, { q: input.q, before: input.cursor })),

  restrict: operatorOnly.ok
    .input(contract.restrictInput)
    .mutation(({ ctx, input }) => restrictAccount(ctx.deps, input.email, input.reason, ctx.caller.userId)),

  unrestrict: operatorOnly.ok
    .input(contract.accountInput)
    .mutation(({ ctx, input }) => unrestrictAccount(ctx.deps, input.email)),

  setOperator: operatorOnly.ok
    .input(contract.operatorInput)
    .mutation(({ ctx, input }) => setOperator(ctx.deps, input.email, input.operator, ctx.caller.userId)),

  endSessions: operatorOnly
    .input(contract.accountInput)
    .output(contract.endedSessionsOutput)
    .mutation(async ({ ctx, input }) => {
      const { ended } = await endSessionsOf(ctx.deps, input.email, ctx.caller.sessionId);
      return { ok: true as const, ended };
    }),

  makeResetLink: operatorOnly
    .input(contract.accountInput)
    .output(contract.resetLinkOutput)
    .mutation(({ ctx, input }) => makeResetLink(ctx.deps, input.email)),
});
