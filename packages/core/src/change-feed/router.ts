import { guardedStream } from '../auth/guarded-stream.ts';
import { router, sessionOnly } from '../trpc.ts';

export const liveRouter = router({
  /** Topics of the account as they change, also through keys and the assistant; reported within 2 s. */
  changes: sessionOnly.subscription(({ ctx, signal }) => {
    const { deps, caller } = ctx;
    return guardedStream(ctx, signal ?? ctx.signal, async function* ({ good }) {
      for await (const topic of deps.changes.watch(caller.userId, good)) yield { topic };
    });
  }),
});
