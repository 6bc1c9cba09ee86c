import type { ReplyEvent } from '@jarvis/contract';
import { takeTurn } from '../assistant/turn.ts';
import { guardedStream, whileAllowed } from '../auth/guarded-stream.ts';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { StartTurnInput, Turn, TurnInput, TurnObserver } from '../ports/turns.ts';

type Request = Context & { readonly caller: Caller };

/**
 * The events of a turn, in one of the account's streams, which ends with its credential: as `guardedStream`. Deleting
 * an account also ends its replies: their readers get the refusal, never that failure.
 */
export function watchTurn(
  request: Request,
  turnId: string,
  signal: AbortSignal = request.signal,
  release?: () => void,
): AsyncGenerator<ReplyEvent> {
  const { deps, caller } = request;
  return guardedStream(
    request,
    signal,
    async function* ({ good, recheck }) {
      for await (const event of deps.turns.watch(caller.userId, turnId, good)) {
        if (event.type === 'failed') await recheck();
        yield event;
      }
    },
    release,
  );
}

/**
 * Begins a turn and yields its events, in one of the account's streams. The turn continues without a reader. An error
 * before its beginning means that nothing was added to the conversation.
 */
export async function startStreaming(
  request: Request,
  inputOf: () => Promise<StartTurnInput>,
): Promise<AsyncGenerator<ReplyEvent>> {
  const { deps, caller, signal } = request;
  const release = deps.shares.openStream(caller.userId, signal);
  try {
    const { turnId } = await deps.turns.start(deps, caller.user, { ...(await inputOf()), by: caller });
    return watchTurn(request, turnId, signal, release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Takes a turn in one of the account's streams, for the observer of the request. Nothing of it is stored while it runs,
 * so it cannot be resumed: it ends with its reader, and with their credential. Throws as `takeTurn` and `whileAllowed`.
 */
export async function takeTurnInStream(
  request: Request,
  input: TurnInput,
  storing: Pick<TurnObserver, 'attempt' | 'onStore'>,
): Promise<Turn> {
  const { deps, caller, observer, signal } = request;
  const release = deps.shares.openStream(caller.userId, signal);
  return whileAllowed(request, (allowed) =>
    takeTurn(deps, caller.user, input, { ...observer, ...storing, by: caller, signal: allowed }),
  ).finally(release);
}
