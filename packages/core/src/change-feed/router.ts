import { router, sessionOnly } from '../trpc.ts';

export const liveRouter = router({
  /** Topics of the account as they change, also by key and by the assistant; seen within 2 s. */
  changes: sessionOnly.subscription(async function* ({ ctx, signal }) {
    for await (const topic of ctx.deps.changes.watch(ctx.caller.userId, signal ?? ctx.signal))
      yield { topic };
  }),
});
