import { type ErrorKind, type FieldIssue, type NoReplyReason, shownRefusals } from '@jarvis/contract';
import { BackupRefused, DatabaseUnavailable, isForeignKeyViolation } from '@jarvis/database';

export interface ErrorDetails {
  /** Refused fields of the request. */
  readonly issues?: readonly FieldIssue[] | undefined;
  /** Whole seconds until a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly reason?: NoReplyReason | undefined;
  /** The id of the request in which the error first happened, if it is repeated to another one. */
  readonly requestId?: string | undefined;
  /** The actual error, for the log only. */
  readonly cause?: unknown;
}

/** A failure whose message is for the caller. Knows no transport: trpc.ts maps kinds to codes. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly details: Omit<ErrorDetails, 'cause'>;

  constructor(kind: ErrorKind, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DomainError';
    this.kind = kind;
    this.details = details;
  }
}

export const badRequest = (message: string, issues?: readonly FieldIssue[]): DomainError =>
  new DomainError('badRequest', message, { issues });

/** A refused field of the request, by its path: `keys.p256dh`. */
export const refusedField = (path: string, message: string): DomainError =>
  badRequest(message, [{ path, message }]);

/** No credential, or a bad one. */
export const unauthenticated = (message: string): DomainError => new DomainError('unauthenticated', message);

/** The caller is known, and may not do this. */
export const restricted = (message: string): DomainError => new DomainError('restricted', message);

/** Throws restricted if the operator has switched this part of the service off. */
export function requireOn<Part extends 'push' | 'webhooks' | 'schedules'>(
  settings: Readonly<Record<Part, boolean>>,
  part: Part,
): void {
  if (!settings[part]) throw restricted(shownRefusals[`${part}Off`]);
}

/** A row that is missing or belongs to another account; the caller cannot tell which. */
export const notFound = (thing: string): DomainError => new DomainError('notFound', `${thing} not found.`);

/** A row of the account. Throws notFound for a missing one. */
export function existing<Row>(row: Row | null | undefined, thing: string): Row {
  if (row == null) throw notFound(thing);
  return row;
}

/** The row of an insert that has no reason to refuse it. */
export function inserted<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}

/** The present state does not allow it. */
export const conflict = (message: string): DomainError => new DomainError('conflict', message);

/**
 * A limit is reached; whole seconds until a retry may succeed. Pages replace a message that begins with "Too many" by
 * the wait, and show any other.
 */
export const tooMany = (message: string, retryAfterSeconds: number): DomainError =>
  new DomainError('tooMany', message, { retryAfterSeconds });

/** The database, or another service that access depends on, does not answer in time. */
export const unavailable = (
  message = 'The service cannot reach its data right now. Try again in a moment.',
  cause?: unknown,
): DomainError => new DomainError('unavailable', message, { cause, retryAfterSeconds: 2 });

/** An error as a domain error, with database failures mapped; undefined for all others. */
export function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(undefined, error.cause);
  // The account was deleted after the credential check.
  if (isForeignKeyViolation(error) && error.constraint?.endsWith('_user_id_users_id_fk'))
    return unauthenticated('The account no longer exists.');
  if (!(error instanceof BackupRefused)) return undefined;
  const { message, cause } = error;
  return cause instanceof DatabaseUnavailable ? unavailable(message, cause) : badRequest(message);
}

/** The work exceeded its deadline. */
export const timedOut = (message: string): DomainError => new DomainError('timedOut', message);

/** A server error, described to the caller in general terms. */
export const failed = (message: string, details: ErrorDetails = {}): DomainError =>
  new DomainError('failed', message, details);

/**
 * An error's message, safe for the log. Omits messages of the AI SDK after a provider's answer: they repeat that
 * answer, which may contain the key or a person's text. So do those of `JSON.parse`.
 */
export function loggableMessage(error: Error): string | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  const unanswered = error.name === 'AI_APICallError' && statusCode === undefined;
  const repeats =
    (error.name.startsWith('AI_') && !unanswered) || error.message.endsWith('is not valid JSON');
  return repeats ? undefined : error.message.slice(0, 1_000);
}
