import type { ReplyEvent } from '@jarvis/contract';
import { takeTurn } from '../assistant/turn.ts';
import { guardedStream } from '../auth/guarded-stream.ts';
import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { StartTurnInput, TurnInput, TurnObserver } from '../ports/turns.ts';
import { failureOf } from './turns.ts';

type Request = Context & { readonly caller: Caller };
type Open = (signal: AbortSignal) => AsyncIterable<ReplyEvent>;

/**
 * The events of a reply, in one of the account's streams, which ends with its credential: as `guardedStream`. Deleting
 * an account also ends its replies: their readers get the refusal, never that failure.
 */
export function guardedReply(
  request: Request,
  signal: AbortSignal,
  open: Open,
  release?: () => void,
): AsyncGenerator<ReplyEvent> {
  return guardedStream(
    request,
    signal,
    async function* ({ good, recheck }) {
      for await (const event of open(good)) {
        if (event.type === 'failed') await recheck();
        yield event;
      }
    },
    release,
  );
}

/** The events of a turn that is begun in one of the account's streams. If it cannot begin, the stream is given back. */
async function begunInStream(ctx: Request, begin: () => Promise<Open>): Promise<AsyncGenerator<ReplyEvent>> {
  const release = ctx.deps.shares.openStream(ctx.caller.userId, ctx.signal);
  try {
    return guardedReply(ctx, ctx.signal, await begin(), release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Takes a turn and yields its events, in one of the account's streams. The turn continues without a reader. An error
 * before its beginning means that nothing was added to the conversation.
 */
export const startStreaming = (
  ctx: Request,
  inputOf: () => Promise<StartTurnInput>,
): Promise<AsyncGenerator<ReplyEvent>> =>
  begunInStream(ctx, async () => {
    const { deps, caller } = ctx;
    const { turnId } = await deps.turns.start(deps, caller.user, { ...(await inputOf()), by: caller });
    return (open) => deps.turns.watch(caller.userId, turnId, open);
  });

/**
 * The events of a stateless turn, in one of the account's streams. Nothing of it is stored while it runs, so it
 * cannot be resumed: it ends with its reader. Throws as `takeTurn` before it has begun.
 */
export const statelessReply = (
  ctx: Request,
  input: TurnInput,
  attempt: TurnObserver['attempt'],
): Promise<AsyncGenerator<ReplyEvent>> =>
  begunInStream(ctx, async () => {
    const begun = Promise.withResolvers<void>();
    const leaving = new AbortController();
    const left = AbortSignal.any([ctx.signal, leaving.signal]);
    const events = new ReadableStream<ReplyEvent>({
      async start(controller) {
        const emit = (event: ReplyEvent) => controller.enqueue(event);
        try {
          await takeTurn(ctx.deps, ctx.caller.user, input, {
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
    await begun.promise;
    return (open) => {
      open.addEventListener('abort', () => leaving.abort(), { once: true });
      return events;
    };
  });
