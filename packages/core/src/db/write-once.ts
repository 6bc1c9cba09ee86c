import { isAnswerLost, isUniqueViolation } from '@jarvis/database';

/**
 * Inserts a row with an id of ours exactly once. If the connection is lost before the answer, the insert may have
 * committed: it is sent again and waits for the first one; if that committed, the id is taken, and `find` returns the
 * stored row. Throws the error of the second attempt.
 */
export async function writeOnce<T>(write: () => Promise<T>, find: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
  }
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return find();
  }
}
