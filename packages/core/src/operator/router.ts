import {
  accountInput,
  accountsInput,
  accountsOutput,
  endedSessionsOutput,
  okOutput,
  operatorInput,
  resetLinkOutput,
  restrictInput,
} from '@jarvis/contract';
import { done, operatorOnly, router } from '../trpc.ts';
import {
  endSessionsOf,
  mailResetLink,
  makeResetLink,
  pageOfAccounts,
  restrictAccount,
  setOperator,
  unrestrictAccount,
} from './accounts.ts';

/** All accounts, for operators. */
export const accountsRouter = router({
  list: operatorOnly
    .input(accountsInput)
    .output(accountsOutput)
    .query(({ ctx, input }) => pageOfAccounts(ctx.deps, { q: input.q, before: input.cursor })),

  restrict: operatorOnly
    .input(restrictInput)
    .output(okOutput)
    .mutation(({ ctx, input }) =>
      done(restrictAccount(ctx.deps, input.email, input.reason, ctx.caller.userId)),
    ),

  unrestrict: operatorOnly
    .input(accountInput)
    .output(okOutput)
    .mutation(({ ctx, input }) => done(unrestrictAccount(ctx.deps, input.email))),

  setOperator: operatorOnly
    .input(operatorInput)
    .output(okOutput)
    .mutation(({ ctx, input }) =>
      done(setOperator(ctx.deps, input.email, input.operator, ctx.caller.userId)),
    ),

  endSessions: operatorOnly
    .input(accountInput)
    .output(endedSessionsOutput)
    .mutation(async ({ ctx, input }) => {
      const { ended } = await endSessionsOf(ctx.deps, input.email, ctx.caller.sessionId);
      return { ok: true as const, ended };
    }),

  makeResetLink: operatorOnly
    .input(accountInput)
    .output(resetLinkOutput)
    .mutation(({ ctx, input }) => makeResetLink(ctx.deps, input.email)),

  mailResetLink: operatorOnly
    .input(accountInput)
    .output(okOutput)
    .mutation(({ ctx, input }) => done(mailResetLink(ctx.deps, input.email))),
});
