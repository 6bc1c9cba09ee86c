import type { Caller } from '../callers.ts';
import type { Context } from '../context.ts';
import { asDomainError, badRequest } from '../errors.ts';
import type { ChangeTopic } from '../ports/deps.ts';
import { type CallerRequest, requireCaller } from './caller.ts';

/** A change of one of these may end a session or a key, or restrict the account. */
const topicsOfAccess: readonly ChangeTopic[] = ['account', 'keys'];

/**
 * A stream that ends with its credential: after a sign-out, a restriction or a revocation, on any process, it yields
 * nothing more once the change feed reports it, and throws as `requireCaller`. An unavailable database does not end it.
 * Takes one of the account's streams at once, unless `release` gives back one taken before. Throws tooMany when none is
 * left.
 */
export async function* guardedStream<T>(
  request: CallerRequest & Pick<Context, 'signal'> & { readonly caller: Caller },
  signal: AbortSignal,
  open: (access: AccessWatch) => AsyncIterable<T>,
  // Taken by the call itself, not by the first read: a default value is.
  release: () => void = request.deps.shares.openStream(request.caller.userId, request.signal),
): AsyncGenerator<T> {
  const access = watchAccess(request, signal);
  try {
    yield* open(access);
    access.check();
  } finally {
    access.close();
    release();
  }
}

/**
 * Runs work that ends with the caller's credential: its signal aborts then, and this throws as `requireCaller`. The
 * topic `cancelledBy` ends it as well: throws badRequest.
 */
export async function whileAllowed<T>(
  request: CallerRequest & Pick<Context, 'signal'> & { readonly caller: Caller },
  work: (signal: AbortSignal) => Promise<T>,
  cancelledBy?: ChangeTopic,
): Promise<T> {
  const access = watchAccess(request, request.signal, cancelledBy);
  try {
    return await work(access.good);
  } catch (error) {
    // Deleting the account may have ended the work before the change feed reported it.
    await access.recheck();
    throw error;
  } finally {
    access.close();
  }
}

/** The credential during a long answer. */
interface AccessWatch {
  /** Aborts when the credential ends, the caller disconnects or the answer is complete. */
  readonly good: AbortSignal;
  /** Throws as `requireCaller` if the credential has ended, whether or not the change feed has reported it yet. */
  recheck(): Promise<void>;
  /** Throws as `requireCaller` once the credential has ended. */
  check(): void;
  close(): void;
}

/** Watches the change feed for the end of the caller's credential. An unavailable database does not end it. */
function watchAccess(
  request: CallerRequest & { readonly caller: Caller },
  signal: AbortSignal,
  cancelledBy?: ChangeTopic,
): AccessWatch {
  const over = new AbortController();
  const good = AbortSignal.any([signal, over.signal]);
  let refusal: unknown;
  const look = async () => {
    refusal ??= await refusalOf(request);
    if (refusal !== undefined) over.abort();
  };
  const watch = async () => {
    // The credential may have ended after its check and before the watch began.
    const topics = request.deps.changes.watch(request.caller.userId, good, { onBegin: () => void look() });
    for await (const topic of topics) {
      if (topic === cancelledBy) refusal ??= badRequest('The caller has cancelled this.');
      if (topic === cancelledBy || topicsOfAccess.includes(topic)) await look();
    }
  };
  void watch();
  const check = () => {
    if (refusal !== undefined) throw refusal;
  };
  return {
    good,
    check,
    recheck: () => look().then(check),
    close: () => over.abort(),
  };
}

/** Why the credential is no longer valid; undefined while it is. */
async function refusalOf(request: CallerRequest): Promise<unknown> {
  try {
    await requireCaller(request);
    return undefined;
  } catch (error) {
    const kind = asDomainError(error)?.kind;
    return kind === 'unauthenticated' || kind === 'restricted' ? error : undefined;
  }
}
