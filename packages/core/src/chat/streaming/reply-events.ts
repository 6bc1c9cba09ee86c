import type { ChatReply } from '@jarvis/contract';
import type { Caller } from '../../auth/caller.ts';
import { guardedStream } from '../../auth/guarded-stream.ts';
import type { Context } from '../../context.ts';
import type { TurnInput } from '../../ports/turns.ts';
import { asReply, takeTurn } from '../turn/turn.ts';
import type { TurnObserver } from '../turn/turn-types.ts';
import type { ShownStep, TurnError, TurnEvent } from './turn-events.ts';
import { failureOf } from './turns.ts';

/** What a program hears of a reply: first how far it has come, then what comes, at last the whole of it. */
export type ReplyEvent =
  | {
      readonly type: 'snapshot';
      /** What the reply is stored as. */
      readonly replyId: string;
      readonly conversationId: string;
      readonly text: string;
      readonly steps: readonly ShownStep[];
    }
  | { readonly type: 'text'; readonly delta: string }
  | ({ readonly type: 'step' } & ShownStep)
  | { readonly type: 'done'; readonly reply: ChatReply }
  | { readonly type: 'failed'; readonly error: TurnError };

/** The events of a turn, at their end the answer that the REST operation gives. */
export async function* replyEvents(events: AsyncIterable<TurnEvent>): AsyncGenerator<ReplyEvent> {
  let conversationId = '';
  for await (const event of events) {
    if (event.type === 'snapshot') {
      conversationId = event.conversationId;
      // Of a turn that a former version takes, the turn's.
      yield { ...event, replyId: event.replyId ?? event.turnId };
    } else if ('assistantMessage' in event)
      yield { type: 'done', reply: asReply({ ...event, conversationId }) };
    else yield event;
  }
}

/** The events of a reply that is there already. */
export async function* knownReply(replyId: string, reply: ChatReply): AsyncGenerator<ReplyEvent> {
  yield { type: 'snapshot', replyId, conversationId: reply.conversationId, text: '', steps: [] };
  yield { type: 'done', reply };
}

/**
 * The events of a stateless turn, in one of the account's streams. Nothing of it is stored while it runs either, so
 * that nobody can take it up: it ends with its reader. Throws as `takeTurn` before it has begun.
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
      try {
        const turn = await takeTurn(deps, caller.user, input, {
          attempt,
          disconnected: left,
          onBegin: (conversationId, replyId) => {
            controller.enqueue({ type: 'snapshot', replyId, conversationId, text: '', steps: [] });
            begun.resolve();
          },
          onText: (delta) => controller.enqueue({ type: 'text', delta }),
          onStep: (step) => controller.enqueue({ type: 'step', ...step }),
        });
        controller.enqueue({ type: 'done', reply: asReply(turn) });
      } catch (error) {
        await attempt?.fail(left.aborted ? undefined : error);
        begun.reject(error);
        controller.enqueue(failureOf(error));
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
  return guardedStream(ctx, signal, read, release);
}
