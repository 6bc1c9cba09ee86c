import { limits } from '@jarvis/contract';
import { z } from 'zod';
import { anyone, router, sessionOnly } from '../trpc.ts';
import { confirmMail } from './mail/confirm-mail.ts';
import { unsubscribeFromMail } from './mail/unsubscribe.ts';

const link = z.object({ token: z.string().max(limits.webhookUrlCharsMax) });

/** The targets of links in mails; apps/api calls them in its own routes. Not part of `appRouter`. */
export const mailRoutes = router({
  confirm: sessionOnly
    .input(link)
    .mutation(({ ctx, input }) => confirmMail(ctx.deps, ctx.caller.userId, input.token)),

  unsubscribe: anyone
    .limited('unsubscribesPerNetwork')
    .input(link)
    .mutation(({ ctx, input }) => unsubscribeFromMail(ctx.deps, input.token)),
});
