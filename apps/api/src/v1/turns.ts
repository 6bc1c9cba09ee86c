import {
  type Caller,
  type Context,
  keepWaitingTurn,
  keyOrSession,
  router,
  type Turn,
  type TurnInput,
  type TurnObserver,
  takeTurn,
  whileAllowed,
  workOnce,
} from '@jarvis/core';
import { type Answered, answered } from '../reply-writers/answered.ts';
import { completionRequest, completionTurn } from './completion-request.ts';
import { withKeptFiles } from './kept-files.ts';
import { beginningOf, isStored, responseRequest, responseTurn, waitingTurn } from './response-request.ts';
import { latestOfUser } from './said.ts';

/** A request is the same with and without a stream. */
const askedFor = <Input extends { readonly stream?: unknown }>(operation: string, input: Input) => ({
  operation,
  input: { ...input, stream: undefined, stream_options: undefined },
  aboutOf: ({ conversationId }: Answered) => conversationId,
  resultOf: answered,
});

/** The operations that take a turn. The ladder checks credential, restriction, rate limit and body as usual. */
export const turns = router({
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
          take(ctx, completionTurn(input, said), input, { attempt }),
        ),
      );
    }),
  respond: keyOrSession
    .limited('chat')
    .input(responseRequest)
    .mutation(({ ctx, input }) => {
      const { deps, caller } = ctx;
      return workOnce(ctx, askedFor('v1.respond', input), async (attempt) => {
        const { start, said } = await beginningOf(deps, caller.userId, input);
        const from = isStored(input) ? latestOfUser(said) : said.length;
        // Refuses before anything is stored.
        responseTurn(input, { start, said });
        return withKeptFiles(deps, caller.userId, { said, from }, (said, hold) => {
          const onStore: TurnObserver['onStore'] = async (_db, turn) => {
            if (turn.outcome !== 'called' || !isStored(input)) return;
            await withKeptFiles(deps, caller.userId, { said, from: 0 }, async (all, holdRest) => {
              await keepWaitingTurn(deps, caller.userId, waitingTurn(start, all, turn));
              holdRest();
            });
            hold();
          };
          return take(ctx, responseTurn(input, { start, said }), input, { attempt, onStore });
        });
      });
    }),
});

/**
 * Takes a turn, which ends when the caller disconnects. A stream counts among the account's streams, and ends with
 * its credential.
 */
async function take(
  ctx: Context & { readonly caller: Caller },
  input: TurnInput,
  { stream }: { readonly stream?: boolean | null | undefined },
  storing: Pick<TurnObserver, 'attempt' | 'onStore'>,
): Promise<Turn> {
  const { deps, caller, signal, observer } = ctx;
  // A turn without a stream has shown nothing before its end, so it can be retried once.
  if (!stream) {
    const { onBegin = () => {} } = observer ?? {};
    return takeTurn(deps, caller.user, input, { onBegin, ...storing, by: caller, disconnected: signal });
  }
  const release = deps.shares.openStream(caller.userId, signal);
  return whileAllowed(ctx, (disconnected) =>
    takeTurn(deps, caller.user, input, { ...observer, ...storing, by: caller, disconnected }),
  ).finally(release);
}
