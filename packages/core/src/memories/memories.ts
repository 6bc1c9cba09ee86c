import { limits, type Memory, type MemoryType, memoryContent } from '@jarvis/contract';
import { isUniqueViolation } from '@jarvis/database';
import { holdAccount } from '../db/account.ts';
import { existing } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import { inAll } from '../language/languages.ts';
import { lineOf } from '../language/lines.ts';
import type { Deps } from '../ports/deps.ts';
import { sameTextKey } from '../text/fold.ts';
import {
  deleteMemoryRow,
  deleteSameMemories,
  saveMemoryRow,
  selectMemories,
  updateMemoryRow,
} from './queries.ts';
import { holdsSecret } from './secrets.ts';

/** A memory with its mark: whether its content contains text from the web. */
export type MarkedMemory = Memory & { readonly fromWeb: boolean };

/** Last changed first; all of them, or those of one category. */
export const listMemories = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  type: MemoryType | null = null,
): Promise<MarkedMemory[]> => selectMemories(db, { userId, type });

export type SaveRefusal = 'secret' | 'full' | 'invalid';

/**
 * Saves a text from a conversation; the same text again only refreshes its time. Refuses secrets, invalid texts
 * (length, lines) and, at `limits.memoriesMax`, every new one. `fromWeb`: it may be text from the web.
 */
export async function saveMemory(
  { db, clock, changes }: Deps,
  userId: string,
  {
    content,
    conversationId,
    fromWeb = false,
  }: { content: string; conversationId: string; fromWeb?: boolean },
): Promise<{ memory: Memory } | { refused: SaveRefusal }> {
  const { data: text } = memoryContent.safeParse(content.replace(/\s+/g, ' '));
  if (text === undefined) return { refused: 'invalid' };
  if (holdsSecret(text)) return { refused: 'secret' };
  const saved = await saveMemoryRow.first(db, {
    userId,
    id: newId(clock.now()),
    type: categoryOf(text),
    content: text,
    contentKey: sameTextKey(text),
    conversationId,
    fromWeb,
    now: clock.nowIso(),
    max: limits.memoriesMax,
  });
  if (!saved) return { refused: 'full' };
  changes.publish(userId, 'memories');
  return { memory: saved };
}

/**
 * Changes the text, which is the person's own from then on, and its category. Serialises an account's edits: of two
 * concurrent ones that give two memories the same text, each would merge the other. Throws notFound.
 */
export async function updateMemory(
  { db, clock, changes }: Deps,
  userId: string,
  { id, content }: { id: string; content: string },
): Promise<Memory> {
  const change = {
    userId,
    id: parseId(id, 'Memory'),
    type: categoryOf(content),
    content,
    contentKey: sameTextKey(content),
    now: clock.nowIso(),
  };
  const edit = () =>
    db.transaction(async (tx) => {
      await holdAccount.first(tx, { userId });
      await deleteSameMemories(tx, change);
      // Also brings the deleted one back if this one is missing.
      return existing(await updateMemoryRow.first(tx, change), 'Memory');
    });
  const memory = await edit().catch((error: unknown) => {
    // A concurrent turn saved the same text; its row can be merged now.
    if (isUniqueViolation(error)) return edit();
    throw error;
  });
  changes.publish(userId, 'memories');
  return memory;
}

/** Removes a memory for good. Throws notFound. */
export async function deleteMemory({ db, changes }: Deps, userId: string, id: string): Promise<void> {
  existing(await deleteMemoryRow.first(db, { userId, id: parseId(id, 'Memory') }), 'Memory');
  changes.publish(userId, 'memories');
}

/**
 * The category of a memory, from its text alone: work in progress is `project`; a like, a dislike or a wish about how
 * things are done is `preference`; anything else is about the person, `user`. Used for saving and editing, so that
 * one text has one category.
 */
export function categoryOf(content: string): MemoryType {
  const text = lineOf(content).toLowerCase();
  if (project.some((pattern) => pattern.test(text))) return 'project';
  return preference.some((pattern) => pattern.test(text)) ? 'preference' : 'user';
}

const project = inAll((of) => of.memories.project).flat();
const preference = inAll((of) => of.memories.preference).flat();
