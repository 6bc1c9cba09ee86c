import type { AttachedFile } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { attachFiles, selectFilesOfMessages } from './queries.ts';

/** The distinct ids of files that a caller names. Throws notFound for a malformed one. */
export const parseFileIds = (ids: readonly string[] = []): string[] => [
  ...new Set(ids.map((id) => parseId(id, 'File'))),
];

/**
 * Attaches files to a message that the same transaction stores. Throws notFound for a missing file, unless its name is
 * in `names`: then the file was deleted during the turn, and the message shows it as deleted.
 */
export async function attach(
  tx: Queries,
  message: { readonly userId: string; readonly conversationId: string; readonly messageId: string },
  ids: readonly string[],
  names: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  if ((await attachFiles.count(tx, { ...message, ids, names })) < ids.length) throw notFound('File');
}

/** Adds their files to messages; a message without files stays unchanged. */
export async function withFiles<Message extends { readonly id: string }>(
  db: Queries,
  userId: string,
  messages: readonly Message[],
): Promise<(Message & { files?: AttachedFile[] })[]> {
  const rows = await selectFilesOfMessages(db, { userId, ids: messages.map(({ id }) => id) });
  const byMessage = Map.groupBy(rows, ({ messageId }) => messageId);
  return messages.map((message) => {
    const files = byMessage.get(message.id)?.map(({ id, name, file }) => file ?? deleted(id, name));
    return files ? { ...message, files } : message;
  });
}

const deleted = (id: string, name: string): AttachedFile => ({ id, name, deleted: true });
