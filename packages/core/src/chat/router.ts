import { chatInput, chatOutput } from '@jarvis/contract';
import { rest } from '../rest.ts';
import { keyOrSessionAtMost, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { asReply, takeTurn } from './turn.ts';

export const chatRouter = router({
  send: keyOrSessionAtMost('chat')
    .meta(rest('POST', '/jarvis/chat', documented.send))
    .input(chatInput)
    .output(chatOutput)
    .mutation(async ({ ctx, input }) =>
      asReply(await takeTurn(ctx.deps, ctx.identity.user, input, { left: ctx.signal })),
    ),
});
