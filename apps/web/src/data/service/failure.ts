import type { ErrorKind, NoReplyReason } from '@jarvis/contract';
import type { AppRouter } from '@jarvis/core/types';
import { TRPCClientError } from '@trpc/client';

type FailureKind = ErrorKind | 'offline';

/** A failed call, in terms for pages. */
export interface Failure {
  readonly kind: FailureKind;
  /** Why there is no reply, if known; `heldBack`: the previous reply failed. */
  readonly reason?: NoReplyReason | 'heldBack' | undefined;
  /** The server's sentence, in English. */
  readonly message: string;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly retryAfterSeconds: number | undefined;
  /** Whether the same call may succeed a moment later. */
  readonly passing: boolean;
}

const kinds: Record<string, FailureKind> = {
  BAD_REQUEST: 'badRequest',
  UNAUTHORIZED: 'unauthenticated',
  FORBIDDEN: 'restricted',
  NOT_FOUND: 'notFound',
  CONFLICT: 'conflict',
  TOO_MANY_REQUESTS: 'tooMany',
  SERVICE_UNAVAILABLE: 'unavailable',
  GATEWAY_TIMEOUT: 'timedOut',
};

export function failureOf(error: unknown): Failure {
  if (error instanceof TRPCClientError) {
    const { data } = error as TRPCClientError<AppRouter>;
    // No data: the answer was not ours, so the network or the server is unreachable.
    const kind: FailureKind = data ? (kinds[data.code] ?? 'failed') : 'offline';
    return {
      kind,
      message: error.message,
      issues: data?.issues ?? [],
      retryAfterSeconds: data?.retryAfterSeconds,
      reason: data?.reason,
      passing: kind === 'offline' || kind === 'unavailable',
    };
  }
  return {
    kind: 'failed',
    message: error instanceof Error ? error.message : String(error),
    issues: [],
    retryAfterSeconds: undefined,
    passing: false,
  };
}

/** The answer to a call; null if there is no such thing. */
export async function unlessMissing<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return call.catch((error: unknown) => {
    if (failureOf(error).kind === 'notFound') return null;
    throw error;
  });
}
