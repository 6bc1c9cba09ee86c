import { chatById, chatRequest, type ReplyEvent } from '@jarvis/contract';
import { beginAttempt, workOnce } from '../idempotency/idempotency.ts';
import { startStreaming, takeTurnInStream, watchTurn } from '../replies/streams.ts';
import { keyOrSession, router } from '../trpc.ts';
import { askedFor, type KeptReply } from './asked-for.ts';

/**
 * Procedures whose results are the events of a reply; apps/api calls them in its own routes. Not part of `appRouter`,
 * so that they are not on `/trpc`.
 */
export const chatRoutes = router({
  /**
   * Like `chat.send`, with the same idempotency keys: the same request is carried out once, streamed or not. Returns
   * the stored answer if it was carried out before, and that of a stateless turn, which is shown to `ctx.observer`.
   */
  send: keyOrSession
    .limited('chat')
    .input(chatRequest)
    .mutation(async ({ ctx, input }): Promise<AsyncGenerator<ReplyEvent> | KeptReply> => {
      const { message, conversationId, messages, files } = input;
      if (messages)
        return workOnce(ctx, askedFor(input), (attempt) => takeTurnInStream(ctx, input, { attempt }));
      const begun = await beginAttempt(ctx, askedFor(input));
      if (begun && 'known' in begun) return begun.known;
      try {
        return await startStreaming(ctx, async () => ({ message, files, conversationId, attempt: begun }));
      } catch (error) {
        await begun?.fail(ctx.signal.aborted ? undefined : error);
        throw error;
      }
    }),

  /** The events of the running turn of a conversation, from its beginning; null if none is running. */
  resume: keyOrSession.input(chatById).query(async ({ ctx, input }) => {
    const turnId = await ctx.deps.turns.running(ctx.caller.userId, input.conversationId);
    return turnId === undefined ? null : watchTurn(ctx, turnId);
  }),
});
