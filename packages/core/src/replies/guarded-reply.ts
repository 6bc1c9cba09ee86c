import type { ReplyEvent } from '@jarvis/contract';
import { guardedStream } from '../auth/guarded-stream.ts';

type Guarded = Parameters<typeof guardedStream<ReplyEvent>>;

/**
 * The events of a reply, in one of the account's streams, which ends with its credential: as `guardedStream`. Deleting
 * an account also ends its replies: their readers get the refusal, never that failure.
 */
export function guardedReply(
  request: Guarded[0],
  signal: AbortSignal,
  open: (signal: AbortSignal) => AsyncIterable<ReplyEvent>,
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
