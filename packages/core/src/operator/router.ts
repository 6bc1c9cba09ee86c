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
import { operatorOnly, router } from '../trpc.ts';
import {
  endSessionsOf,
  mailResetLink,
  makeResetLink,
  pageOfAccounts,
  restrictAccount,
  setOperator,
  unrestrictAccount,
} from './accounts.ts';

const ok = { ok: true as const };

/** All accounts, for operators. */
export const accountsRouter = router({
  list: operatorOnly
    .input(accountsInput)
    .output(accountsOutput)
    .query(({ ctx, input }) => pageOfAccounts(ctx.deps, { q: input.q, before: input.cursor })),

  restrict: operatorOnly
    .input(restrictInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await restrictAccount(ctx.deps, input.email, input.reason, ctx.caller.userId);
      return ok;
    }),

  unrestrict: operatorOnly
    .input(accountInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await unrestrictAccount(ctx.deps, input.email);
      return ok;
    }),

  setOperator: operatorOnly
    .input(operatorInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await setOperator(ctx.deps, input.email, input.operator, ctx.caller.userId);
      return ok;
    }),

  endSessions: operatorOnly
    .input(accountInput)
    .output(endedSessionsOutput)
    .mutation(async ({ ctx, input }) => {
      const { ended } = await endSessionsOf(ctx.deps, input.email, ctx.caller.sessionId);
      return { ...ok, ended };
    }),

  makeResetLink: operatorOnly
    .input(accountInput)
    .output(resetLinkOutput)
    .mutation(({ ctx, input }) => makeResetLink(ctx.deps, input.email)),

  mailResetLink: operatorOnly
    .input(accountInput)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await mailResetLink(ctx.deps, input.email);
      return ok;
    }),
});
