import type { StorageUsed } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { DomainError } from '../errors.ts';
import type { Deps } from '../ports/deps.ts';
import {
  addStored,
  measureStored,
  putOffMeasuring,
  rowBytes,
  selectStored,
  selectToMeasure,
  subtractConversation,
} from './queries.ts';

/*
 * What an account's texts may take, where operators bound it. It is known by one row: what is stored is counted as it is
 * stored, beside the statement that stores it, and looked at as a whole once a day, by nobody's request.
 */

type Bounded = Pick<Deps, 'settings'> & { readonly db: Queries };
type Counting = Bounded & Pick<Deps, 'log'>;

/** Null where operators bound nothing. */
export async function readStorage({ db, settings }: Bounded, userId: string): Promise<StorageUsed | null> {
  const { textBytesMax: bytesMax } = settings;
  if (bytesMax === undefined) return null;
  const stored = await selectStored.first(db, { userId });
  // Without a row an account is never looked at: what it has was stored before, or could not be counted.
  if (!stored) await addStored(db, { userId, bytes: 0 }).catch(() => undefined);
  return { bytes: stored?.bytes ?? 0, bytesMax };
}

/** Throws badRequest (accountFull) when the account's texts take all that they may. */
export async function requireRoom(deps: Bounded, userId: string): Promise<void> {
  const used = await readStorage(deps, userId);
  if (!used || used.bytes < used.bytesMax) return;
  throw new DomainError(
    'badRequest',
    `This account is full: its texts may take ${used.bytesMax / 1_000_000} MB. Delete conversations, or ask an operator of this service for more room.`,
    { reason: 'accountFull' },
  );
}

/** Counts texts that were stored. */
export async function countStored(deps: Counting, userId: string, texts: readonly string[]): Promise<void> {
  await add(deps, userId, bytesOf(texts));
}

/** Counts texts that were removed. */
export async function countRemoved(deps: Counting, userId: string, texts: readonly string[]): Promise<void> {
  await add(deps, userId, -bytesOf(texts));
}

/** To be called before a conversation is removed. */
export async function discountConversation(
  { db, settings }: Bounded,
  userId: string,
  conversationId: string,
): Promise<void> {
  if (settings.textBytesMax !== undefined) await subtractConversation(db, { userId, conversationId });
}

/** Looks at the accounts whose turn it is. */
export async function measureStorage({ db, settings, log }: Counting): Promise<void> {
  if (settings.textBytesMax === undefined) return;
  for (const { userId } of await selectToMeasure(db, {})) {
    await measureStored(db, { userId }).catch(async (error: unknown) => {
      log.warn({ userId, reason: String(error) }, 'what an account stores could not be measured');
      // Tomorrow again: an account that takes too long keeps none behind it waiting.
      await putOffMeasuring(db, { userId });
    });
  }
}

async function add({ db, settings, log }: Counting, userId: string, bytes: number): Promise<void> {
  if (settings.textBytesMax === undefined) return;
  // What is stored is stored: what is not counted now is found when all is looked at. A transaction fails all the same.
  await addStored(db, { userId, bytes }).catch((error: unknown) => {
    log.warn({ userId, bytes, reason: String(error) }, 'what an account stores could not be counted');
  });
}

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + rowBytes, 0);
