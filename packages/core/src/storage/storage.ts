import type { StorageUsed } from '@jarvis/contract';
import { DomainError } from '../errors.ts';
import type { Deps, ReadDeps } from '../ports/deps.ts';
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
 * The maximum size of an account's texts, if operators set one. One row has the current size: texts are counted next
 * to the statement that stores them, and everything is measured once a day in the background.
 */

type Counting = ReadDeps & Pick<Deps, 'log'>;

/** Null without a maximum. */
export async function readStorage({ db, settings }: ReadDeps, userId: string): Promise<StorageUsed | null> {
  const { textBytesMax: bytesMax } = settings;
  if (bytesMax === undefined) return null;
  const stored = await selectStored.first(db, { userId });
  // Without a row an account is never measured, although it may have older or uncounted texts.
  if (!stored) await addStored(db, { userId, bytes: 0 }).catch(() => undefined);
  return { bytes: stored?.bytes ?? 0, bytesMax };
}

/** Throws badRequest (accountFull) when the account's texts have reached the maximum. */
export async function requireRoom(deps: ReadDeps, userId: string): Promise<void> {
  const used = await readStorage(deps, userId);
  if (!used || used.bytes < used.bytesMax) return;
  throw new DomainError(
    'badRequest',
    `This account is full: its texts may take ${used.bytesMax / 1_000_000} MB. Delete conversations, or ask an operator of this service for more room.`,
    { reason: 'accountFull' },
  );
}

/** Counts stored texts. */
export async function countStored(deps: Counting, userId: string, texts: readonly string[]): Promise<void> {
  await add(deps, userId, bytesOf(texts));
}

/** Counts removed texts. */
export async function countRemoved(deps: Counting, userId: string, texts: readonly string[]): Promise<void> {
  await add(deps, userId, -bytesOf(texts));
}

/** Must be called before a conversation is removed. */
export async function discountConversation(
  { db, settings }: ReadDeps,
  userId: string,
  conversationId: string,
): Promise<void> {
  if (settings.textBytesMax !== undefined) await subtractConversation(db, { userId, conversationId });
}

/** Measures the accounts whose turn it is. */
export async function measureStorage({ db, settings, log }: Counting): Promise<void> {
  if (settings.textBytesMax === undefined) return;
  for (const { userId } of await selectToMeasure(db, {})) {
    await measureStored(db, { userId }).catch(async (error: unknown) => {
      log.warn({ userId, reason: String(error) }, 'an account’s storage could not be measured');
      // Try again tomorrow, so that a slow account does not delay the others.
      await putOffMeasuring(db, { userId });
    });
  }
}

async function add({ db, settings, log }: Counting, userId: string, bytes: number): Promise<void> {
  if (settings.textBytesMax === undefined) return;
  // A missing count does not undo the change, and the daily measurement finds it; inside a transaction, the failure
  // still aborts.
  await addStored(db, { userId, bytes }).catch((error: unknown) => {
    log.warn({ userId, bytes, reason: String(error) }, 'an account’s storage could not be counted');
  });
}

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text) + rowBytes, 0);
