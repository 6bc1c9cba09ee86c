import { guardedStream } from '../auth/guarded-stream.ts';
import { router, sessionOnly } from '../trpc.ts';

export const liveRouter = router({
  /** Topics of the account as they change, also by key and by the assistant; seen within 2 s. */
  changes: sessionOnly.subscription(async function* ({ ctx, signal }) {
    const { deps, caller } = ctx;
    const topics = guardedStream(ctx, signal ?? ctx.signal, (open) =>
      deps.changes.watch(caller.userId, open),
    );
    for await (const topic of topics) yield { topic };
  }),
});
