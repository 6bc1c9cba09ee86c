import postgres from 'postgres';

/** No answer in time, unreachable, or cannot serve: the call may succeed later. `cause` is for the log only. */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The database cannot be reached.', cause === undefined ? undefined : { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** The message says what to do. `cause`: the failure of the database or the disk, if any. */
export class BackupRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BackupRefused';
  }
}

/**
 * The database refused a statement for a permanent reason: a constraint, a bad value, a bug of ours. Has no detail
 * and no parameters, which would put people's data into the log.
 */
export class QueryError extends Error {
  /** SQLSTATE. */
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  constructor(error: Pick<postgres.PostgresError, 'message' | 'code' | 'constraint_name' | 'table_name'>) {
    super(error.message);
    this.name = 'QueryError';
    this.code = error.code;
    this.constraint = error.constraint_name;
    this.table = error.table_name;
  }
}

export function isUniqueViolation(error: unknown): error is QueryError {
  return hasCode(error, '23505');
}

/** A referenced row does not exist (any more), or a row is still referenced. */
export function isForeignKeyViolation(error: unknown): error is QueryError {
  return hasCode(error, '23503');
}

function hasCode(error: unknown, code: string): error is QueryError {
  return error instanceof QueryError && error.code === code;
}

/** A serialization failure, deadlock or lost prepared statement: repeated, the transaction may succeed. */
export function isPassing(error: unknown): boolean {
  return hasCode(error, '40001') || hasCode(error, '40P01') || isStalePrepared(error);
}

/** A prepared statement is gone (DEALLOCATE, a pooler), or the type of a result column has changed. */
export function isStalePrepared(error: unknown): boolean {
  return hasCode(error, '26000') || hasCode(error, '0A000');
}

/** Codes of a server that cannot serve, as opposed to a faulty statement. */
const unavailableCodes = new Set([
  '25006', // read-only transaction: a standby, or a primary that was demoted
  '25P03', // idle in transaction for too long
  '25P04', // transaction too long
  '55P03', // lock not available in time
  '57014', // cancelled: statement_timeout, or our own deadline
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
]);

/** 08 connection, 53 resources (disk full, too many connections), 58 system, XX internal; 28 and 3D at sign-in. */
const unavailableClasses = new Set(['08', '28', '3D', '53', '58', 'XX']);

/** Maps errors of postgres.js to DatabaseUnavailable or QueryError. */
export function databaseFailure(error: unknown): Error {
  if (error instanceof DatabaseUnavailable || error instanceof QueryError) return error;
  if (!(error instanceof Error)) return new DatabaseUnavailable(error);
  // A value that cannot be sent.
  if (!('code' in error)) return error;
  if (!(error instanceof postgres.PostgresError)) return new DatabaseUnavailable(error);
  const { code } = error;
  const failure = new QueryError(error);
  const isUnavailable = unavailableCodes.has(code) || unavailableClasses.has(code.slice(0, 2));
  return isUnavailable ? new DatabaseUnavailable(failure) : failure;
}

/** The reason of a failure in its own words, for the log or an operator; of an unavailable database, why it is. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof DatabaseUnavailable && cause.cause) return reasonOf(cause.cause);
  // Node's error when every address of a name refused; it has no message.
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause.message;
}

/** The code of the root cause. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return codeOf(error.cause) ?? ('code' in error ? String(error.code) : undefined);
}
