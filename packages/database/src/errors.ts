/**
 * The database gave no answer in time, cannot be reached, or cannot serve now: the same call may succeed later.
 * `cause` is for the log only.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause?: unknown) {
    super('The database cannot be reached.', cause === undefined ? undefined : { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** A backup file cannot be used, or the database is not one that it can be restored into. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}
