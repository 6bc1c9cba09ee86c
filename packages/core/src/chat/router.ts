import { chatInput, chatOutput, okOutput } from '@jarvis/contract';
import { z } from 'zod';
import { guardedStream } from '../auth/guarded-stream.ts';
import { badRequest } from '../errors.ts';
import { rest } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { asReply, takeTurn } from './turn/turn.ts';

const startInput = chatInput.pick({ message: true, conversationId: true }).extend({
  /** A UUID of the caller's: the same start sent twice is one turn. */
  requestId: z.string().optional(),
});
const watchInput = z.object({ turnId: z.string().optional(), conversationId: z.string().optional() });

/**
 * `send` is the REST operation. For the web app, `start` takes a turn and answers with its events as they come (see
 * streaming/turn-events.ts), the first of which has its ids. The turn goes on whether or not anybody reads them; a
 * page that was loaded again, or that lost its connection, finds it with `recent` and reads on with `watch`.
 */
export const chatRouter = router({
  send: keyOrSession
    .limited('chat')
    .meta(rest('POST', '/jarvis/chat', documented.send))
    .input(chatInput)
    .output(chatOutput)
    .mutation(async ({ ctx, input }) =>
      asReply(await takeTurn(ctx.deps, ctx.caller.user, input, { disconnected: ctx.signal })),
    ),

  start: keyOrSession
    .limited('chat')
    .input(startInput)
    .mutation(async ({ ctx, input }) => {
      const { deps, caller } = ctx;
      // Before the turn begins: an error means that nothing was added to the conversation.
      if (!ctx.readsStreams)
        throw badRequest('Ask for the events of the reply: `trpc-accept: application/jsonl`.');
      const { turnId } = await deps.turns.start(deps, caller.user, input);
      return guardedStream(ctx, ctx.signal, (open) => deps.turns.watch(caller.userId, { turnId }, open));
    }),

  /** A snapshot at once on every connection, then what comes. Nothing when nothing goes on. */
  watch: keyOrSession.input(watchInput).subscription(async function* ({ ctx, input, signal }) {
    const { deps, caller } = ctx;
    yield* guardedStream(ctx, signal ?? ctx.signal, (open) => deps.turns.watch(caller.userId, input, open));
  }),

  recent: keyOrSession.query(async ({ ctx }) => ({ turns: await ctx.deps.turns.recent(ctx.caller.userId) })),

  dismiss: keyOrSession
    .input(z.object({ turnId: z.string() }))
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.turns.dismiss(ctx.deps, ctx.caller.userId, input.turnId);
      return { ok: true as const };
    }),

  stop: keyOrSession
    .input(z.object({ turnId: z.string() }))
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.turns.stop(ctx.caller.userId, input.turnId);
      return { ok: true as const };
    }),
});
