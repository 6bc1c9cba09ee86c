import { z } from 'zod';
import { anyone, router, sessionOnly } from '../trpc.ts';
import { browserOf } from './account.ts';
import { exportAccount, exportFiles } from './export/export-account.ts';
import { beginProviderSignIn, finishProviderSignIn, providerResponse } from './provider-sign-in.ts';

const provider = z.enum(['google', 'github']);
const browserToken = z.string().optional();

/**
 * Procedures whose results are a stream and redirects; apps/api calls them in its own routes. Not part of
 * `appRouter`, so that they are not on `/trpc`.
 */
export const accountRoutes = router({
  /** The pieces of one JSON document, and the files. */
  export: sessionOnly.query(async ({ ctx }) => ({
    account: await exportAccount(ctx.deps, ctx.caller.userId),
    files: exportFiles(ctx.deps, ctx.caller.userId),
  })),

  beginProviderSignIn: anyone
    .limited('signInPerNetwork')
    .input(z.object({ provider, browserToken, invitation: z.string().optional() }))
    .mutation(({ ctx, input }) =>
      beginProviderSignIn(ctx.deps, input.provider, input.browserToken, input.invitation),
    ),

  finishProviderSignIn: anyone
    .input(z.object({ provider, browserToken, response: providerResponse }))
    .mutation(async ({ ctx, input }) => {
      const { provider: name, response, browserToken: token } = input;
      ctx.answer.session = await finishProviderSignIn(ctx.deps, name, response, token, browserOf(ctx));
    }),
});
