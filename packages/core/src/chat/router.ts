import { chatInput, chatOutput, okOutput } from '@jarvis/contract';
import { z } from 'zod';
import { rest } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { turnsOf } from './streaming/turns.ts';
import { asReply, takeTurn } from './turn/turn.ts';

const startInput = chatInput.pick({ message: true, conversationId: true }).extend({
  /** A UUID of the caller's: the same start sent twice is one turn. */
  requestId: z.string().optional(),
});
const startOutput = z.object({ turnId: z.string(), conversationId: z.string() });
const watchInput = z.object({ turnId: z.string().optional(), conversationId: z.string().optional() });
const runningOutput = z.object({ turns: z.array(startOutput.extend({ message: z.string() })) });

/**
 * `send` is the REST operation. The web app begins a turn with `start` and hears of it with `watch` (see
 * live/turn-events.ts for what). It asks for both at once, with one id of its own, so that the first word comes
 * a round trip sooner. The turn goes on whether or not anybody watches, and a page that was loaded again finds it
 * with `running`, or by watching its conversation.
 */
export const chatRouter = router({
  send: keyOrSession
    .limited('chat')
    .meta(rest('POST', '/jarvis/chat', documented.send))
    .input(chatInput)
    .output(chatOutput)
    .mutation(async ({ ctx, input }) =>
      asReply(await takeTurn(ctx.deps, ctx.caller.user, input, { left: ctx.signal })),
    ),

  start: keyOrSession
    .limited('chat')
    .input(startInput)
    .output(startOutput)
    .mutation(({ ctx, input }) => turnsOf(ctx.deps).start(ctx.caller.user, input)),

  /**
   * A snapshot at once, or as soon as the turn begins, on every connection; then pieces, steps and the end.
   * Nothing when none is going on or begins.
   */
  watch: keyOrSession.input(watchInput).subscription(async function* ({ ctx, input, signal }) {
    yield* turnsOf(ctx.deps).watch(ctx.caller.userId, input, signal ?? ctx.signal);
  }),

  running: keyOrSession
    .output(runningOutput)
    .query(async ({ ctx }) => ({ turns: await turnsOf(ctx.deps).running(ctx.caller.userId) })),

  stop: keyOrSession
    .input(z.object({ turnId: z.string() }))
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await turnsOf(ctx.deps).stop(ctx.caller.userId, input.turnId);
      return { ok: true as const };
    }),
});
