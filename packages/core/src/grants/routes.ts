import { z } from 'zod';
import { anyone, router, sessionOnly } from '../trpc.ts';
import { authorizationRequest, beginRequest } from './consent.ts';
import { selectGrantOf } from './queries.ts';
import { exchangeCode, refreshTokens, revokeByToken } from './tokens.ts';

const clientId = z.string();

/**
 * Procedures for programs and for browsers that they open. Not part of `appRouter`, so that they are not on `/trpc`:
 * apps/api calls them for its own routes, and `count` before those of programs.
 */
export const grantRoutes = router({
  /** Counts the fetch of a document at an untrusted address. */
  look: sessionOnly.limited('grantDecisions').mutation(() => {}),

  begin: sessionOnly
    .limited('grantDecisions')
    .input(authorizationRequest)
    .mutation(({ ctx, input }) => beginRequest(ctx.deps, ctx.caller, input)),

  /** Whether the person has connected this program before. */
  isConnected: sessionOnly
    .input(z.object({ clientId }))
    .query(
      async ({ ctx: { deps, caller }, input }) =>
        (await selectGrantOf.first(deps.db, { userId: caller.userId, ...input })) !== undefined,
    ),

  count: anyone.limited('grantCallsPerNetwork').mutation(() => {}),
  countRegistration: anyone.limited('programRegistrationPerNetwork').mutation(() => {}),

  exchange: anyone
    .input(z.object({ clientId, code: z.string(), verifier: z.string(), redirectUri: z.string() }))
    .mutation(({ ctx, input }) => exchangeCode(ctx.deps, input)),

  refresh: anyone
    .input(z.object({ clientId, refreshToken: z.string() }))
    .mutation(({ ctx, input }) => refreshTokens(ctx.deps, input)),

  revoke: anyone
    .input(z.object({ clientId, token: z.string() }))
    .mutation(({ ctx, input }) => revokeByToken(ctx.deps, input)),
});
