import type { ErrorKind, NoReplyReason } from '@jarvis/contract';
import type { AppRouter } from '@jarvis/core/types';
import { TRPCClientError } from '@trpc/client';
import { stampText } from '../../i18n/formats.ts';
import { appLocale, t, translated, unitText } from '../../i18n/translate.ts';

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
  /** When it failed, in milliseconds since 1970. */
  readonly at: number;
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
  const isCall = error instanceof TRPCClientError;
  const data = isCall ? (error as TRPCClientError<AppRouter>).data : undefined;
  // A call without data: the answer was not ours, so the network or the server is unreachable.
  const kind: FailureKind = isCall && !data ? 'offline' : (kinds[data?.code ?? ''] ?? 'failed');
  return {
    kind,
    message: error instanceof Error ? error.message : String(error),
    issues: data?.issues ?? [],
    retryAfterSeconds: data?.retryAfterSeconds,
    at: Date.now(),
    reason: data?.reason,
    passing: kind === 'offline' || kind === 'unavailable',
  };
}

/** The answer to a call; null if there is no such thing. */
export async function unlessMissing<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  return call.catch((error: unknown) => {
    if (failureOf(error).kind === 'notFound') return null;
    throw error;
  });
}

/** A failure in words, in the person's language. */
export function failureText(failure: Failure): string {
  const { kind, reason, issues, retryAfterSeconds, at } = failure;
  if (reason === 'overQuota' && retryAfterSeconds !== undefined) {
    const until = new Date(at + retryAfterSeconds * 1_000);
    if (until.getTime() <= Date.now()) return t('failure.tooManyNow');
    return t('noReply.overQuotaUntil', { time: stampText(until, new Date(), appLocale()) });
  }
  if (reason) return t(`noReply.${reason}`);
  // A short wait helps. The sentence of a used-up allowance says what does.
  if (kind === 'tooMany' && failure.message.startsWith('Too many')) {
    if (!retryAfterSeconds) return t('failure.tooMany');
    const seconds = waitSeconds(failure);
    if (seconds === 0) return t('failure.tooManyNow');
    const time = seconds < 100 ? unitText(seconds, 'second') : unitText(Math.ceil(seconds / 60), 'minute');
    return t('failure.tooManyIn', { time });
  }
  const message = translated(issues[0]?.message ?? failure.message);
  if (kind === 'tooMany' || kind === 'restricted') return message;
  return t(`failure.${kind === 'mismatch' ? 'badRequest' : kind}`, { message });
}

/** The remaining time until the same call may succeed; 0 if it may now. */
export const waitSeconds = ({ at, retryAfterSeconds = 0 }: Failure): number =>
  Math.max(0, Math.ceil((at - Date.now()) / 1_000 + retryAfterSeconds));
