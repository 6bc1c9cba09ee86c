import {
  type Caller,
  type Context,
  type Turn,
  type TurnInput,
  type TurnObserver,
  takeTurn,
  takeTurnInStream,
} from '@jarvis/core';
import { type Answered, answered } from './answered.ts';

/** A request counts as the same with and without a stream. */
export const askedFor = <Input extends { readonly stream?: unknown }>(operation: string, input: Input) => ({
  operation,
  input: { ...input, stream: undefined, stream_options: undefined },
  aboutOf: ({ conversationId }: Answered) => conversationId,
  resultOf: answered,
});

/** The turn ends when the caller leaves; a stream, which is one of the account's, also with its credential. */
export async function takeTurnOf(
  ctx: Context & { readonly caller: Caller },
  input: TurnInput,
  { stream }: { readonly stream?: boolean | null | undefined },
  storing: Pick<TurnObserver, 'attempt' | 'onStore'>,
): Promise<Turn> {
  const { deps, caller, signal, observer } = ctx;
  // A turn without a stream has shown nothing before its end, so it can be retried once.
  if (stream) return takeTurnInStream(ctx, input, storing);
  const { onBegin = () => {} } = observer ?? {};
  return takeTurn(deps, caller.user, input, { onBegin, ...storing, by: caller, signal });
}
