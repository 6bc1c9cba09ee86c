/** A file from the browser. */
export interface Handed {
  readonly file: File;
  readonly isFolder: boolean;
}

/** The state of a composer's files. */
export interface TrayState {
  readonly count: number;
  /** Some have failed; the person decides what to do. */
  readonly hasFailed: boolean;
  /** The message is sent once all have arrived. */
  readonly isPending: boolean;
}
