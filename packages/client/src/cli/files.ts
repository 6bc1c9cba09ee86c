import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Jarvis } from '../client.ts';
import { CommandFailed, exitCodes } from './failures.ts';

interface LocalFile {
  readonly name: string;
  readonly content: Blob;
}

/** Files of this machine. Throws CommandFailed for one that cannot be read. */
export const readFiles = (paths: readonly string[]): Promise<LocalFile[]> =>
  Promise.all(
    paths.map(async (path) => ({
      name: basename(path),
      content: new Blob([
        await readFile(path).catch((error: NodeJS.ErrnoException) => {
          throw new CommandFailed(exitCodes.usage, `${path} cannot be read (${error.code}).`);
        }),
      ]),
    })),
  );

/** Asks with stored copies of the files, which are removed again unless a conversation keeps them. */
export async function withFiles<Result>(
  jarvis: Jarvis,
  files: readonly LocalFile[],
  { isKept }: { readonly isKept: boolean },
  use: (ids: string[]) => Promise<Result>,
): Promise<Result> {
  const ids: string[] = [];
  let remains = false;
  try {
    for (const { name, content } of files) ids.push((await jarvis.sendFile(name, content)).id);
    const result = await use(ids);
    remains = isKept;
    return result;
  } finally {
    // What cannot be removed now, the service removes after a day.
    if (!remains)
      await Promise.allSettled(
        ids.map((id) => jarvis.api.DELETE('/api/files/{id}', { params: { path: { id } } })),
      );
  }
}
