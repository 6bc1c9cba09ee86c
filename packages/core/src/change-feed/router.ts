import { guardedStream } from '../auth/guarded-stream.ts';
import { router, sessionOnly } from '../trpc.ts';

/** A page's first reads are younger than its stream: twice the time within which it relies on that. */
const recentMs = 10_000;

export const liveRouter = router({
  /** Topics of the account that changed lately and as they change, also through keys and the assistant; within 2 s. */
  changes: sessionOnly.subscription(({ ctx, signal }) => {
    const { deps, caller } = ctx;
    return guardedStream(ctx, signal ?? ctx.signal, async function* ({ good }) {
      for await (const topic of deps.changes.watch(caller.userId, good, { recentMs })) yield { topic };
    });
  }),
});
