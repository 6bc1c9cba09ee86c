import type { ReplyEvent } from '@jarvis/contract';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { StartTurnInput } from '../ports/turns.ts';
import { guardedReply } from './guarded-reply.ts';

/**
 * Takes a turn and yields its events, in one of the account's streams. The turn continues without a reader. An error
 * before its beginning means that nothing was added to the conversation.
 */
export async function startStreaming(
  ctx: Context & { readonly caller: Caller },
  inputOf: () => Promise<StartTurnInput>,
): Promise<AsyncGenerator<ReplyEvent>> {
  const { deps, caller } = ctx;
  const release = deps.shares.openStream(caller.userId, ctx.signal);
  try {
    const { turnId } = await deps.turns.start(deps, caller.user, { ...(await inputOf()), by: caller });
    const watch = (open: AbortSignal) => deps.turns.watch(caller.userId, turnId, open);
    return guardedReply(ctx, ctx.signal, watch, release);
  } catch (error) {
    release();
    throw error;
  }
}
