import { scope } from '@jarvis/contract';
import { z } from 'zod';
import { anyone, router, sessionOnly } from '../trpc.ts';
import { beginRequest } from './consent.ts';
import { exchangeCode, refreshTokens, revokeByToken } from './tokens.ts';

const clientId = z.string();
const asked = z.object({
  clientId,
  clientName: z.string(),
  clientHost: z.string().nullable(),
  redirectUri: z.string(),
  scopes: z.array(scope).readonly(),
  codeChallenge: z.string(),
  state: z.string().optional(),
});

const program = anyone.limited('grantCallsPerNetwork');

/**
 * What programs and the browsers that they send here ask for: apps/api calls these for routes of its own. Not part of
 * `appRouter`, so that they are not on `/trpc`.
 */
export const grantRoutes = router({
  /** Whether somebody is signed in: nothing is counted. */
  enter: sessionOnly.query(() => {}),

  /** Counts a look at a document that a stranger has named. */
  look: sessionOnly.limited('grantDecisions').mutation(() => {}),

  begin: sessionOnly
    .limited('grantDecisions')
    .input(asked)
    .mutation(({ ctx, input }) => beginRequest(ctx.deps, ctx.caller, input)),

  register: program.mutation(() => {}),

  exchange: program
    .input(z.object({ clientId, code: z.string(), verifier: z.string(), redirectUri: z.string() }))
    .mutation(({ ctx, input }) => exchangeCode(ctx.deps, input)),

  refresh: program
    .input(z.object({ clientId, refreshToken: z.string() }))
    .mutation(({ ctx, input }) => refreshTokens(ctx.deps, input)),

  revoke: program
    .input(z.object({ clientId, token: z.string() }))
    .mutation(({ ctx, input }) => revokeByToken(ctx.deps, input)),
});
