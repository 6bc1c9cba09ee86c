import type { Queries } from '@jarvis/database';

/** An attempt at a request whose work is too long for a transaction. */
export interface Attempt<Result> {
  /** Must be called before each change that is not part of `complete`. Throws when another attempt has begun. */
  beforeChange(): Promise<void>;
  /** Stores the result, in the transaction of the work. Throws when another attempt has begun. */
  complete(db: Queries, result: Result): Promise<void>;
  /** Stores the error; without one, records that there is no outcome. Never rejects. */
  fail(error?: unknown): Promise<void>;
}
