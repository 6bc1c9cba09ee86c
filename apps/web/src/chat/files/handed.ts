import type { StoredFile } from '../../data/types.ts';

/** A file from the browser. */
export interface Handed {
  readonly file: File;
  readonly isFolder: boolean;
}

/** What the composer has to know of its files. */
export interface TrayState {
  readonly count: number;
  /** Some have not arrived. */
  readonly isArriving: boolean;
  /** Some have failed: the person decides. */
  readonly hasFailed: boolean;
  /** The message goes when all have arrived. */
  readonly isPending: boolean;
}

/** A message that is put into the composer. */
export interface Filling {
  readonly text: string;
  readonly files: readonly StoredFile[];
}
