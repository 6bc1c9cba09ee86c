import type { Queries } from '@jarvis/database';

/** An attempt to carry out a request, for work that takes longer than a transaction may. */
export interface Attempt<Result> {
  /** To be called before each change that is not part of `complete`. Throws when another attempt has begun. */
  beforeChange(): Promise<void>;
  /** Writes down the result, in the transaction that stores it. Throws when another attempt has begun. */
  complete(db: Queries, result: Result): Promise<void>;
  /** Writes down the error that it ended with, or without one that nothing came of it. Never rejects. */
  fail(error?: unknown): Promise<void>;
}
