import type { ReplyEvent } from '@jarvis/contract';
import { takeTurn } from '../assistant/turn.ts';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { TurnInput, TurnObserver } from '../ports/turns.ts';
import { guardedReply } from './guarded-reply.ts';
import { failureOf } from './turns.ts';

/**
 * The events of a stateless turn, in one of the account's streams. Nothing of it is stored while it runs, so it
 * cannot be resumed: it ends with its reader. Throws as `takeTurn` before it has begun.
 */
export async function statelessReply(
  ctx: Context & { readonly caller: Caller },
  input: TurnInput,
  attempt: TurnObserver['attempt'],
): Promise<AsyncGenerator<ReplyEvent>> {
  const { deps, caller, signal } = ctx;
  const release = deps.shares.openStream(caller.userId, signal);
  const begun = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const left = AbortSignal.any([signal, leaving.signal]);
  const events = new ReadableStream<ReplyEvent>({
    async start(controller) {
      const emit = (event: ReplyEvent) => controller.enqueue(event);
      try {
        await takeTurn(deps, caller.user, input, {
          attempt,
          signal: left,
          onBegin: (snapshot) => {
            emit(snapshot);
            begun.resolve();
          },
          emit,
        });
      } catch (error) {
        await attempt?.fail(left.aborted ? undefined : error);
        begun.reject(error);
        emit(failureOf(error));
      }
      controller.close();
    },
  });
  try {
    await begun.promise;
  } catch (error) {
    release();
    throw error;
  }
  const read = (open: AbortSignal) => {
    open.addEventListener('abort', () => leaving.abort(), { once: true });
    return events;
  };
  return guardedReply(ctx, signal, read, release);
}
