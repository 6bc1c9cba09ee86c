import type { MessageWithExtras } from '@jarvis/contract';
import { createContext, useMemo } from 'react';
import type { StoredFile } from '../../../data/types.ts';
import { isDeleted } from '../file-kinds.ts';

/** The files of the shown conversation, oldest first: replies cite their pages. */
export const ConversationFiles = createContext<readonly StoredFile[]>([]);

/** The same list object while the loaded messages have the same files, so that replies are not rendered again. */
export function useConversationFiles(messages: readonly MessageWithExtras[] = []): readonly StoredFile[] {
  const files = messages.flatMap(({ files: some = [] }) => some.filter((file) => !isDeleted(file)));
  const ids = files.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: by their ids
  return useMemo(() => files as readonly StoredFile[], [ids]);
}
