import type { Context } from '../context.ts';
import { asDomainError } from '../errors.ts';
import type { ChangeTopic } from '../ports.ts';
import { type Caller, type CallerRequest, requireCaller } from './caller.ts';

/** A change of one of these may be the end of a session or key, or a restriction. */
const topicsOfAccess: readonly ChangeTopic[] = ['account', 'keys'];

/**
 * A stream that ends with its credential: whoever signs out, is restricted or revokes a key reads nothing more, on
 * whichever process that happened, as soon as the change feed tells of it. Then throws as `requireCaller`. A
 * database that cannot be asked ends nothing. Takes one of the account's streams at once, unless `release`
 * gives back one that was taken before; throws tooMany when there is none.
 */
export function guardedStream<T>(
  request: CallerRequest & Pick<Context, 'signal'> & { readonly caller: Caller },
  signal: AbortSignal,
  open: (signal: AbortSignal) => AsyncIterable<T>,
  release: () => void = request.deps.shares.openStream(request.caller.userId, request.signal),
): AsyncGenerator<T> {
  return guarded(request, signal, open, release);
}

async function* guarded<T>(
  request: CallerRequest & { readonly caller: Caller },
  signal: AbortSignal,
  open: (signal: AbortSignal) => AsyncIterable<T>,
  release: () => void,
): AsyncGenerator<T> {
  const over = new AbortController();
  const reading = AbortSignal.any([signal, over.signal]);
  let refusal: unknown;
  const guard = async () => {
    for await (const topic of request.deps.changes.watch(request.caller.userId, reading)) {
      if (!topicsOfAccess.includes(topic)) continue;
      refusal = await refusalOf(request);
      if (refusal !== undefined) return over.abort();
    }
  };
  void guard();
  try {
    yield* open(reading);
    if (refusal !== undefined) throw refusal;
  } finally {
    over.abort();
    release();
  }
}

/** Why the credential is not good any more; undefined while it is. */
async function refusalOf(request: CallerRequest): Promise<unknown> {
  try {
    await requireCaller(request);
    return undefined;
  } catch (error) {
    const kind = asDomainError(error)?.kind;
    return kind === 'unauthenticated' || kind === 'restricted' ? error : undefined;
  }
}
