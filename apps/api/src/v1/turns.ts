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
import { beginningOf, isStored, responseRequest, responseTurn, waitingTurn } from './response-request.ts';

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
      const turn = completionTurn(input);
      return workOnce(ctx, askedFor('v1.complete', input), (attempt) => take(ctx, turn, input, { attempt }));
    }),
  respond: keyOrSession
    .limited('chat')
    .input(responseRequest)
    .mutation(({ ctx, input }) => {
      const { deps, caller } = ctx;
      return workOnce(ctx, askedFor('v1.respond', input), async (attempt) => {
        const beginning = await beginningOf(deps, caller.userId, input);
        const onStore: TurnObserver['onStore'] = async (_db, turn) => {
          if (turn.outcome === 'called' && isStored(input))
            await keepWaitingTurn(deps, caller.userId, waitingTurn(beginning, turn));
        };
        return take(ctx, responseTurn(input, beginning), input, { attempt, onStore });
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
    return takeTurn(deps, caller.user, input, { onBegin, ...storing, disconnected: signal });
  }
  const release = deps.shares.openStream(caller.userId, signal);
  return whileAllowed(ctx, (disconnected) =>
    takeTurn(deps, caller.user, input, { ...observer, ...storing, disconnected }),
  ).finally(release);
}
