import { keyOrSession, router, workOnce } from '@jarvis/core';
import type { TurnOperation } from '../turn/answer-by.ts';
import { latestOfUser } from '../turn/conversation.ts';
import { withKeptFiles } from '../turn/kept-files.ts';
import { askedFor, takeTurnOf } from '../turn/take-turn.ts';
import { type CompletionFields, completionRequest } from './request.ts';
import { completionTurn } from './turn.ts';
import { CompletionWriter, completion } from './writer.ts';

const procedures = router({
  complete: keyOrSession
    .limited('chat')
    .input(completionRequest)
    .mutation(({ ctx, input }) => {
      const { messages } = input;
      const from = input.store ? latestOfUser(messages) : messages.length;
      // Refuses before anything is stored.
      completionTurn(input, messages);
      return workOnce(ctx, askedFor('v1.complete', input), (attempt) =>
        withKeptFiles(ctx.deps, ctx.caller.userId, { said: messages, from }, (said) =>
          takeTurnOf(ctx, completionTurn(input, said), input, { attempt }),
        ),
      );
    }),
});

/** `POST /v1/chat/completions`. */
export const completions: TurnOperation<CompletionFields> = {
  take: (context, notReadYet) => procedures.createCaller(context).complete(notReadYet),
  whole: completion,
  stream: (...begun) => new CompletionWriter(...begun),
};
