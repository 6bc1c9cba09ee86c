import { isAnswerLost, isUniqueViolation } from '@jarvis/database';

/**
 * Carries out a write that makes a row with an id of ours, once. When the connection is lost before the answer, it may
 * be committed all the same: it is sent again, and waits there for the first one; when that was committed, its id is
 * taken, and `find` gives what was stored. Throws what the second try throws.
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
