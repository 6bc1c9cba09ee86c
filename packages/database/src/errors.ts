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
