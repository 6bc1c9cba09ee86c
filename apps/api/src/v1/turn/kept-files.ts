import { type Deps, keepFile, removeUnnamed } from '@jarvis/core';
import type { ClientFile } from './content.ts';
import type { ClientMessage } from './conversation.ts';

/**
 * Stores the files of the messages from the index `from` on, and replaces them in the messages by their ids. When `use`
 * ends, removes those that no message names, unless it has called `hold`. Throws badRequest without room for them.
 */
export async function withKeptFiles<Result>(
  deps: Deps,
  userId: string,
  { said, from }: { readonly said: readonly ClientMessage[]; readonly from: number },
  use: (said: ClientMessage[], hold: () => void) => Promise<Result>,
): Promise<Result> {
  const kept: string[] = [];
  let isHeld = false;
  const keep = async (file: ClientFile): Promise<ClientFile> => {
    if ('id' in file) return file;
    const bytes = Buffer.from(file.data, 'base64');
    const { id } = await keepFile(deps, userId, { name: file.name, bytes });
    kept.push(id);
    return { id };
  };
  try {
    const all: ClientMessage[] = [];
    for (const [at, each] of said.entries()) {
      const files: ClientFile[] = [];
      if (at < from || !('files' in each)) all.push(each);
      else {
        for (const file of each.files ?? []) files.push(await keep(file));
        all.push({ ...each, files });
      }
    }
    const result = await use(all, () => {
      isHeld = true;
    });
    if (isHeld) kept.length = 0;
    return result;
  } finally {
    // The sweep removes the rest.
    await removeUnnamed(deps.db, userId, kept).catch(() => {});
  }
}
